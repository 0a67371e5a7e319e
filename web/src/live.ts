// A match as it is pushed: one connection for one pair of eyes. The WebSocket carries states and answers; where none can
// be opened, the same is done by asking again and again. The store always holds the newest state seen.
import { api, Refused } from './api';
import type { Event, Fault, State } from './protocol';
import { Store } from './store';

/** Something that happened, and the version in which it was told. */
export interface Line {
  event: Event;
  fresh: number;
}

export interface View {
  state: State | null;
  /** Everything told so far, oldest first. */
  log: Line[];
  online: boolean;
  /** An answer is on its way. */
  busy: boolean;
  problem: string | null;
  /** When the state came, for clocks that run. */
  since: number;
}

const MOST_LINES = 1500;
const POLL = 1500;

export class Live {
  readonly view = new Store<View>({ state: null, log: [], online: false, busy: false, problem: null, since: 0 });
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private closed = false;
  private everOpened = false;

  constructor(
    readonly match: string,
    readonly token: string | undefined,
  ) {
    this.open();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  answer(option: number): void {
    const { state, busy } = this.view.get();
    if (!state || busy || !this.token) return;
    this.send({ answer: { option, version: state.version } }, () => api.answer(this.match, this.token!, option, state.version));
  }

  undo(): void {
    const { state } = this.view.get();
    if (!state || !this.token) return;
    this.send({ undo: { version: state.version } }, () => api.undo(this.match, this.token!, state.version));
  }

  concede(): void {
    if (!this.token) return;
    this.send({ concede: {} }, () => api.concede(this.match, this.token!));
  }

  say(problem: string | null): void {
    this.patch({ problem });
  }

  private patch(change: Partial<View>): void {
    this.view.update((view) => ({ ...view, ...change }));
  }

  private send(message: unknown, byHttp: () => Promise<State>): void {
    this.patch({ busy: true, problem: null });
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
      // Should nothing come back, the table must not stay locked.
      setTimeout(() => this.patch({ busy: false }), 5000);
      return;
    }
    byHttp().then(
      (state) => this.take(state),
      (fault: Refused) => this.fail(fault),
    );
  }

  private fail(fault: Refused): void {
    const stale = fault.status === 409 && (fault.body as State | undefined)?.type === 'state';
    if (stale) this.take(fault.body as State);
    else this.patch({ busy: false, problem: fault.message });
  }

  private open(): void {
    if (this.closed) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${this.match}/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.everOpened = true;
      this.tries = 0;
      socket.send(JSON.stringify(this.token ? { token: this.token, since: this.known } : { since: this.known }));
      this.patch({ online: true });
    };
    socket.onmessage = (message) => {
      const value = JSON.parse(String(message.data)) as State | Fault;
      if (value.type === 'state') this.take(value);
      else if (value.type === 'error') this.patch({ busy: false, problem: value.text });
    };
    socket.onclose = () => this.lost();
  }

  private lost(): void {
    this.socket = null;
    if (this.closed) return;
    this.tries += 1;
    if (this.everOpened) {
      this.patch({ online: false });
      this.timer = setTimeout(() => this.open(), Math.min(8000, 250 * 2 ** this.tries) * (0.75 + Math.random() / 2));
    }
    if (!this.everOpened || this.tries > 2) this.poll();
  }

  private poll(): void {
    api.state(this.match, this.token, this.known).then(
      (state) => {
        this.patch({ online: true });
        this.take(state);
        const waits = !state.over && state.asked !== state.seat;
        if (!this.closed && !this.everOpened) this.timer = setTimeout(() => this.poll(), waits ? POLL / 2 : POLL);
      },
      (fault: Refused) => {
        this.patch({ online: false, problem: fault.status === 404 ? 'There is no such match here (any more).' : fault.message });
        if (!this.closed && !this.everOpened && fault.status !== 404) this.timer = setTimeout(() => this.poll(), 2 * POLL);
      },
    );
  }

  /** The version up to which the log is complete. */
  private get known(): number {
    return this.view.get().state?.version ?? 0;
  }

  private take(state: State): void {
    const before = this.view.get();
    if (before.state && state.version < before.state.version) {
      this.patch({ busy: false });
      return;
    }
    const again = before.state?.version === state.version;
    const whole = state.from === 0;
    const told = again && !whole ? [] : state.events;
    const lines = told.map((event) => ({ event, fresh: state.version }));
    const log = whole ? lines : lines.length ? [...before.log, ...lines].slice(-MOST_LINES) : before.log;
    this.view.set({ ...before, state, log, busy: false, online: true, since: Date.now() });
  }
}
