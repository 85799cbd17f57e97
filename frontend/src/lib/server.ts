/** The server, asked. Every « no » is an exception that carries the server's own sentence. */
import { prefs } from './prefs.svelte';
import type {
  Action,
  ActionForm,
  Aim,
  Answers,
  Article,
  At,
  Best,
  Castable,
  Chances,
  Code,
  Command,
  Deed,
  Done,
  Draft,
  Entry,
  Found,
  Game,
  Intent,
  Invitation,
  Invited,
  KeptScenes,
  Lang,
  Link,
  MakerForm,
  Member,
  Notes,
  PlayedRules,
  Refusal,
  Role,
  Rule,
  SeenWish,
  Sheet,
  Sitting,
  Start,
  Terrains,
  Value,
  Way,
} from './types';
import { t } from './words';

export const ROOT = '/api/v1';

/** The server said no, or nothing. `status` 0: it could not be reached. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly key: string,
    text: string,
    readonly rule = '',
    readonly retryAfter = 0,
  ) {
    super(text);
  }

  /** Whether the same request may well succeed later. */
  get later(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `read`: how an answer is taken that is not one piece of JSON. */
export async function ask<T>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  read?: (answer: Response) => Promise<T>,
): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': prefs.lang };
  if (method !== 'GET') headers['X-Tablee'] = '1';
  const raw = body === undefined || body instanceof Blob;
  if (!raw) headers['Content-Type'] = 'application/json';
  const sent = raw ? body : JSON.stringify(body);
  let answer: Response;
  try {
    answer = await fetch(ROOT + path, { method, headers, body: sent, signal, credentials: 'same-origin' });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused(0, 'offline', t('offline'));
  }
  if (answer.status === 204) return undefined as T;
  if (read && answer.ok) return read(answer);
  const said: unknown = await answer.json().catch(() => null);
  if (answer.ok && said !== null) return said as T;
  const no = said as Partial<Refusal> | null;
  const text = no?.text ?? t('badAnswer', { status: answer.status });
  throw new Refused(answer.status, no?.key ?? 'http', text, no?.rule, Number(answer.headers.get('Retry-After') ?? 0));
}

const get = <T>(path: string, query: Record<string, string | number | undefined> = {}, signal?: AbortSignal) =>
  ask<T>('GET', path + search(query), undefined, signal);

export function search(query: Record<string, string | number | undefined>): string {
  const wanted = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return wanted.length ? `?${new URLSearchParams(wanted.map(([key, value]) => [key, String(value)]))}` : '';
}

const at = (campaign: string, rest = '') => `/campaigns/${encodeURIComponent(campaign)}${rest}`;
const id = encodeURIComponent;

/** One function for each route the page uses. `as`: the member whose eyes the game master borrows. */
export const api = {
  games: () => get<Game[]>('/games'),
  rule: (game: string, rule: string) => get<Rule>(`/games/${id(game)}/rules/${id(rule)}`),
  catalogue: (game: string) => get<Article[]>(`/games/${id(game)}/catalogue`),
  cast: (game: string) => get<Castable[]>(`/games/${id(game)}/cast`),
  terrains: (game: string) => get<Terrains>(`/games/${id(game)}/terrains`),
  maker: (game: string) => get<MakerForm>(`/games/${id(game)}/maker`),
  starts: (game: string) => get<Start[]>(`/games/${id(game)}/starts`),
  forms: (game: string) => get<ActionForm[]>(`/games/${id(game)}/actions`),
  intents: (game: string) => get<Intent[]>(`/games/${id(game)}/intents`),
  rules: (game: string, words: string, signal?: AbortSignal) =>
    get<Rule[]>(`/games/${id(game)}/rules`, { words }, signal),

  campaigns: () => get<Sitting[]>('/campaigns'),
  create: (data: { game: string; name: string; title?: string; options?: string[]; lang?: Lang }) =>
    ask<Sitting>('POST', '/campaigns', data),
  invited: (secret: string) => ask<Invited>('POST', '/invitation', { secret }),
  join: (secret: string, name: string, lang: Lang) => ask<Sitting>('POST', '/join', { secret, name, lang }),
  signIn: (campaign: string, name: string, passphrase: string) =>
    ask<Sitting>('POST', '/sign-in', { campaign, name, passphrase }),
  signOut: () => ask<void>('POST', '/sign-out'),

  open: (campaign: string) => get<Sitting>(at(campaign)),
  scenes: (campaign: string) => get<KeptScenes>(at(campaign, '/scenes')),
  playedRules: (campaign: string) => get<PlayedRules>(at(campaign, '/rules')),
  preview: (campaign: string, wished: object) => ask<SeenWish>('POST', at(campaign, '/preview'), wished),
  remove: (campaign: string) => ask<void>('DELETE', at(campaign)),
  members: (campaign: string) => get<Member[]>(at(campaign, '/members')),
  changeMember: (campaign: string, member: string, change: { name?: string; lang?: Lang; role?: Role }) =>
    ask<Member>('PATCH', at(campaign, `/members/${id(member)}`), change),
  removeMember: (campaign: string, member: string) => ask<void>('DELETE', at(campaign, `/members/${id(member)}`)),
  passphrase: (campaign: string, passphrase: string) => ask<void>('PUT', at(campaign, '/passphrase'), { passphrase }),
  invitations: (campaign: string) => get<Invitation[]>(at(campaign, '/invitations')),
  invite: (campaign: string, what: { role?: Role; hours?: number; uses?: number; member?: string }) =>
    ask<Link>('POST', at(campaign, '/invitations'), what),
  code: (campaign: string, invitation: string) =>
    ask<Code>('POST', at(campaign, `/invitations/${id(invitation)}/code`)),
  revoke: (campaign: string, invitation: string) => ask<void>('DELETE', at(campaign, `/invitations/${id(invitation)}`)),

  table: (campaign: string, as = '') => get<At>(at(campaign, '/table'), { view_as: as }),
  sheet: (campaign: string, who: string, as = '') => get<Sheet>(at(campaign, `/sheets/${id(who)}`), { view_as: as }),
  notes: (campaign: string, who: string, as = '') => get<Notes>(at(campaign, `/notes/${id(who)}`), { view_as: as }),
  sheets: (campaign: string, as = '') => get<Record<string, Sheet>>(at(campaign, '/sheets'), { view_as: as }),
  actions: (campaign: string, who: string, as = '') =>
    get<Action[]>(at(campaign, `/actions/${id(who)}`), { view_as: as }),
  wording: (campaign: string, who: string, kind: string) =>
    get<Record<string, string>>(at(campaign, `/actions/${id(who)}/${id(kind)}/words`)),
  values: (campaign: string, who: string) => get<Value[]>(at(campaign, `/values/${id(who)}`)),
  reach: (campaign: string, who: string, as = '') => get<Way[]>(at(campaign, `/reach/${id(who)}`), { view_as: as }),
  manyOdds: (campaign: string, of: { action: Deed; look: string }[]) =>
    ask<Chances[]>('POST', at(campaign, '/odds/many'), { of }),
  plan: (campaign: string, who: string, first: Deed) => ask<Action[]>('POST', at(campaign, '/plan'), { who, first }),
  plannedOdds: (campaign: string, of: { action: Deed; look: string }[], first: Deed) =>
    ask<Chances[]>('POST', at(campaign, '/odds/many'), { of, first }),
  aim: (campaign: string, action: Deed, first?: Deed) => ask<Aim>('POST', at(campaign, '/aim'), { action, first }),
  best: (campaign: string, who: string) => ask<Best[]>('POST', at(campaign, `/best/${id(who)}`)),
  answers: (campaign: string, question: number, look = '', around?: number) =>
    ask<Answers>('POST', at(campaign, '/odds/answers'), { question, look, around }),
  draft: (campaign: string, draft: string) => get<Draft>(at(campaign, `/drafts/${id(draft)}`)),
  command: (campaign: string, own: string, command: Command) =>
    ask<Done>('POST', at(campaign, '/commands'), { id: own, command }),
  log: (campaign: string, before?: number, limit = 100, as = '') =>
    get<Entry[]>(at(campaign, '/log'), { before, limit, view_as: as }),
  search: (campaign: string, words: string, signal?: AbortSignal) =>
    get<Found>(at(campaign, '/search'), { words }, signal),
  encounter: (campaign: string, since: number) => get<Entry[]>(at(campaign, `/encounters/${since}`)),
  past: (campaign: string, seq: number, as = '') => get<At>(at(campaign, `/states/${seq}`), { view_as: as }),
};

/** Where a table's WebSocket listens. */
export function liveUrl(campaign: string, after: number, as = ''): string {
  const base = location.origin.replace(/^http/, 'ws') + ROOT;
  return `${base}${at(campaign, '/live')}${search({ after, view_as: as })}`;
}

/** A random id; `crypto.randomUUID` is missing where the page is not served by https. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
