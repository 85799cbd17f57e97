/** The server's types by their short names. Structs that leave out their defaults are partial here, as they arrive. */
import type { components } from './api';

type S = components['schemas'];
type Some<T, K extends keyof T> = Partial<T> & Pick<T, K>;

export type Term = [label: string, amount: number, rule: string];
export type Rolled = Some<S['Rolled'], 'sides' | 'faces'>;
export type Piece = S['SeenEvent']['pieces'][number];
export type Emblem = Partial<S['Emblem']>;
export type Person = Some<Omit<S['Person'], 'emblem'>, 'id' | 'name'> & { emblem?: Emblem };
export type Figure = Some<S['Change'], 'amount'>;
export type Growth = Some<S['Grown'], 'name' | 'before' | 'after'>;
export type SeenEvent = Some<Omit<S['SeenEvent'], 'dice' | 'figure' | 'growth'>, 'what' | 'pieces'> & {
  dice?: Rolled[];
  figure?: Figure | null;
  growth?: Growth[];
};
export type Name = [tag: 'n', who: string, text: string];
export type Stroke = Some<Omit<S['SeenStroke'], 'figure' | 'fell'>, 'head'> & { figure?: Figure | null; fell?: Name[] };
export type Round = Some<Omit<S['SeenRound'], 'fell' | 'hurt'>, 'round' | 'when'> & {
  fell?: Name[];
  hurt?: { who: Name; lost: Figure }[];
};
export type Deeds = Partial<Pick<S['SeenDeeds'], 'hits' | 'tries' | 'fell'>> & {
  who: Name;
  emblem?: Emblem;
  felled?: Name[];
  dealt?: Figure[];
  taken?: Figure[];
  healed?: Figure[];
  spent?: Figure[];
};
/** What an encounter has come to. */
export type Fight = {
  since: number;
  title?: string;
  minutes?: number;
  rounds?: Round[];
  deeds?: Deeds[];
  best?: SeenEvent;
};
export type Forces = { steps: number[]; sides: { side: string; foe: boolean; left: number[] }[] };
export type Weight = S['SeenStroke']['weight'];
export type Entry = Some<Omit<S['SeenEntry'], 'events' | 'strokes'>, 'seq'> & {
  events?: SeenEvent[];
  strokes?: Stroke[];
};
export type Option = S['SeenOption'];
export type Amount = S['Amount'];
export type Question = S['SeenQuestion'];
export type Throw = S['Throw'];
export type Awaited = Some<S['Awaited'], 'index' | 'who' | 'name'>;
export type Open = Some<Omit<S['SeenOpen'], 'awaited' | 'dice'>, 'act' | 'actor'> & {
  awaited: Awaited[];
  dice?: Rolled[];
};
export type AskedTest = Some<S['SeenTest'], 'id' | 'action' | 'who'>;
export type Request = S['SeenRequest'];
export type Intent = S['IntentForm'];
export type Best = Omit<S['SeenBest'], 'action'> & { action: Deed };
export type Turn = Some<S['Turn'], 'who'>;
export type Spot = Some<S['Spot'], 'who' | 'at'>;
export type Lane = Some<Omit<S['Lane'], 'spots'>, 'name' | 'number'> & { spots: Spot[] };
export type Token = Some<S['Token'], 'letter' | 'label' | 'left'>;
export type Track = { lanes: Lane[]; now: number; tokens?: Record<string, Token[]>; waits?: Record<string, string> };
export type Price = [letter: string, n: number][];
export type Encounter = Omit<S['SeenEncounter'], 'order' | 'track' | 'budgets'> & {
  order: Turn[];
  track?: Track | null;
  budgets?: Record<string, Token[]>;
};
export type Board = S['SeenBoard'];
export type Ground = S['SeenGround'];
export type Zone = S['SeenZone'];
export type Seen = Omit<
  S['SeenTable'],
  'people' | 'open' | 'tests' | 'encounter' | 'zones' | 'requests' | 'handouts'
> & {
  handouts?: Handout[];
  zones?: Zone[];
  requests?: Request[];
  encounter: Encounter | null;
  people: Person[];
  open: Open | null;
  tests: AskedTest[];
};
export type Deed = Record<string, unknown> & { do?: string; actor?: string };
export type Action = Some<Omit<S['SeenAction'], 'action' | 'price'>, 'text'> & { action: Deed; price?: Price };
export type Way = Some<Omit<S['SeenWay'], 'action' | 'cells'>, 'text'> & {
  action: Deed;
  cells: [x: number, y: number, cost: number][];
};
export type Hit = Some<S['SeenHit'], 'who'>;
export type Aim = { range?: [number, number][]; area?: [number, number][]; hits?: Hit[] };
export type Odds = S['SeenOdds'];
export type Outcome = S['Outcome'];
export type Chances = S['SeenChance'];
export type Answers = S['SeenAnswers'];
/** A line leaves out what is at its default. */
type Lean<T> = T extends { type: 'pool' }
  ? Some<T, ('type' | 'label' | 'now' | 'terms') & keyof T>
  : T extends { type: 'mark' }
    ? Some<T, ('type' | 'label') & keyof T>
    : T;
export type Line = Lean<S['Section']['lines'][number]>;
export type LineOf<K extends Line['type']> = Extract<Line, { type: K }>;
/** Where the lines of a section stand, for whoever knows its widget. */
export type Plan = NonNullable<S['Section']['plan']>;
export type PlanOf<K extends Plan['type']> = Extract<Plan, { type: K }>;
export type Section = Some<Omit<S['Section'], 'lines'>, 'title'> & { lines: Line[] };
export type Sheet = Some<Omit<S['Sheet'], 'sections'>, 'who' | 'name'> & { sections: Section[] };
export type Notes = S['SeenNotes'];
export type Draft = S['SeenDraft'];
/** What one may know of a step of a draft before one chooses. */
export type Lesson = {
  cards: Record<string, Record<string, Omit<S['SeenCard'], 'figures'> & { figures: Line[] }>>;
  spreads: S['SeenLesson']['spreads'];
};
export type Member = S['Member'];
export type Role = Member['role'];
export type Lang = Member['lang'];
export type Campaign = S['Campaign'];
export type Sitting = S['Sitting'];
export type Game = S['GameInfo'];
export type Switch = S['SwitchInfo'];
export type Rule = S['RuleInfo'];
export type Article = S['Article'];
export type Castable = S['Castable'];
export type Start = S['StartInfo'];
export type GameTheme = S['Theme'];
export type PlayedRules = S['SeenRules']; // how a campaign stands with the present rules
export type Value = Some<S['SeenValue'], 'path' | 'label' | 'value' | 'text'>;
export type ActionForm = S['ActionForm'];
export type FormField = S['FormField'];
export type MakerForm = S['MakerForm'];
export type OwnEntry = S['OwnEntry'];
export type OwnField = S['OwnField'];
export type OwnForm = S['OwnForm'];
export type SeenOwn = S['SeenOwn'];
export type SeenWish = S['SeenWish'];
export type Found = S['Found'];
export type Invited = S['Invited'];
export type Invitation = S['Invitation'];
export type Code = S['Code'];
export type Link = S['Link'];
export type Refusal = S['Refusal'];
export type Done = { seq: number; entry: Entry; repeated: boolean };
export type At = { seq: number; table: Seen };

/** How the table stands after an entry; without a table, as it was told last. */
export type Standing = { table?: Seen; actions?: Record<string, Action[]>; sheets?: Record<string, Sheet> };

export type Message =
  | S['Hello']
  | (Omit<S['News'], 'entry' | 'now'> & { entry: Entry; now?: Standing })
  | S['Presence']
  | S['Beat']
  | S['Gone'];

type Loose<T> = T extends { do: infer D } ? { do: D } & Partial<Omit<T, 'do'>> : never;
/** A command: its tag, and whatever of it is not left at its default. */
export type Command = Loose<S['Sent']['command']>;

export type Judging = Partial<S['Judging']>;
export type Judgement = S['Judgement'];
export type Fights = S['Fights'];
export type Replaying = Omit<S['Replaying'], 'asked'> & { asked: Judging };
export interface Shown {
  label: string;
  steps: { entry: Entry; table: Seen; sheets: Record<string, Sheet> }[];
}
export type Backdrop = S['SeenBackdrop'];
export type Terrains = S['Terrains'];
export type Laid = S['Backdrop'];
export type Picture = Pick<S['Taken'], 'id' | 'width' | 'height'>;
export type Handout = Partial<S['Handout']>;
export type Kept = Partial<Omit<S['Kept'], 'cast' | 'handouts' | 'drawn' | 'places'>> & {
  drawn?: string[];
  places?: Record<string, [number, number]>;
  cast?: (Omit<Some<S['Cast'], 'side'>, 'at'> & { at?: [number, number][] })[];
  handouts?: Handout[];
};
/** A kept scene as a command takes it: what is left out is as by default. */
export type KeptSent = S['Kept'];
export type KeptScenes = { now: string; scenes: Kept[] };

/** A note of the journal. */
export type Jot = Some<S['SeenJot'], 'id' | 'by' | 'name' | 'at' | 'text'>;
/** An evening of play, and the notes that follow it. */
export type Span = Some<Omit<S['SeenSpan'], 'jots'>, 'since' | 'last' | 'began' | 'ended' | 'day'> & { jots?: Jot[] };
export interface Journal {
  zone: string;
  spans: Span[];
  jots: Jot[];
}
export interface Evening {
  span: Span;
  people?: string[];
  bouts?: { fight: Fight; left?: string[]; on?: boolean }[];
  noted?: { seq: number; kind: string; event: SeenEvent; when?: string }[];
}
/** A campaign that came in from a file or a backup. */
export type Back = S['BroughtBack'];
export type Saved = S['Saved'];
