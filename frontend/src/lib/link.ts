/** A WebSocket that comes back by itself, from the last number it was told. */
import type { Message } from './types';

export type LinkState = 'opening' | 'live' | 'lost' | 'closed';

export interface Listener {
  url: () => string;
  heard: (message: Message) => void;
  became: (state: LinkState) => void;
}

const FIRST = 400; // milliseconds before the second try
const SLOWEST = 8000;
const PATIENCE = 2.2; // beats of silence after which the link is taken for dead

export class Link {
  #socket: WebSocket | null = null;
  #tries = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #beat = 20;
  #over = false;

  constructor(private readonly listener: Listener) {}

  open(): void {
    if (this.#over || this.#socket) return;
    clearTimeout(this.#again);
    const socket = new WebSocket(this.listener.url());
    this.#socket = socket;
    this.#listenFor(10);
    socket.onmessage = (event) => this.#heard(socket, String(event.data));
    socket.onclose = () => this.#lost(socket);
    socket.onerror = () => socket.close();
  }

  /** For good. */
  close(): void {
    this.#over = true;
    clearTimeout(this.#again);
    clearTimeout(this.#watch);
    this.#socket?.close();
    this.#socket = null;
  }

  /** Now rather than when the time has come: the network is back, or somebody looks at the page again. */
  hurry(): void {
    if (this.#over || this.#socket) return;
    this.#tries = 0;
    this.open();
  }

  /** Cut the link; it is made again at once. */
  restart(): void {
    const socket = this.#socket;
    this.#tries = 0;
    socket?.close();
    if (socket) this.#lost(socket);
  }

  #heard(socket: WebSocket, data: string): void {
    if (socket !== this.#socket) return;
    const message = JSON.parse(data) as Message;
    if (message.type === 'hello') {
      this.#beat = message.beat;
      this.#tries = 0;
      this.listener.became('live');
    }
    this.#listenFor(this.#beat * PATIENCE);
    this.listener.heard(message);
  }

  #listenFor(seconds: number): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      const socket = this.#socket;
      socket?.close();
      if (socket) this.#lost(socket); // a dead link may take minutes to say that it is closed
    }, seconds * 1000);
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.#watch);
    if (this.#over) return;
    this.listener.became('lost');
    const wait = Math.min(SLOWEST, FIRST * 2 ** this.#tries++) * (0.7 + 0.6 * Math.random());
    this.#again = setTimeout(() => this.open(), wait);
  }
}
