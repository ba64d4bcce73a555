import pLimit from 'p-limit';
import type { ConnectionView } from '#contract/connections.ts';
import type { FoundChanges, WatchedView } from '#contract/watching.ts';
import { ConnectionSettings, type WatchMinutes } from '#domain/installation/connection.ts';
import type { Problem } from '#domain/problem.ts';
import { WatchRounds } from '#domain/watching/watch-rounds.ts';
import type { Connections } from '../connections/connections.ts';
import { eventsUntil } from '../until-aborted.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Ports } from '../ports.ts';
import { WakeableSleep } from '../wakeable-sleep.ts';
import { withTimeout } from '../with-timeout.ts';
import type { Watching } from './watching.ts';

interface Needs {
  readonly ports: Ports;
  readonly connections: Connections;
  readonly sessions: Pick<Sessions, 'watch'>;
  readonly watching: Pick<Watching, 'round'>;
}

/** Milliseconds. The clock of the machine may be set, and the machine may sleep. */
const longestSleep = 60_000;
/** Milliseconds that the last requests may take when Hookdesk closes. */
const timeLimit = 2_000;

/** The settings and secrets of a watched installation, as texts to compare. */
interface KnownSettings {
  readonly settings: string;
  readonly secrets: string;
}

/** Reads the installations whose settings turn a watch on, in rounds. */
export class WatchClock {
  readonly #needs: Needs;
  readonly #end = new AbortController();
  readonly #oneAtATime = pLimit(1);
  readonly #rounds = new Map<WatchMinutes, WatchRounds>();
  readonly #known = new Map<string, KnownSettings>();
  readonly #problems = new Map<string, Problem>();
  /** Installations to read without waiting for their round. */
  readonly #soon = new Set<string>();
  /** Installations that refused the sign-in. */
  readonly #stopped = new Set<string>();
  readonly #listeners: (() => void)[] = [];
  #found: FoundChanges = { round: 0, byInstallation: [] };
  #isReading = false;
  readonly #sleep: WakeableSleep;
  #following: Promise<unknown> = Promise.resolve();

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#sleep = new WakeableSleep(needs.ports.clock);
  }

  /** Called after each change of what the members below return. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  get isReading(): boolean {
    return this.#isReading;
  }

  get found(): FoundChanges {
    return this.#found;
  }

  /** In the order of the installations. */
  get watched(): WatchedView[] {
    return this.#needs.connections.saved().flatMap(({ id, watchMinutes: minutes }) => {
      if (minutes === null) return [];
      const { status, readAt } = this.#roundsOf(minutes).of(id);
      return {
        connectionId: id,
        minutes,
        status,
        readAt: readAt === null ? null : new Date(readAt),
        problem: this.#problems.get(id) ?? null,
      };
    });
  }

  /** Runs until `close`. A host of one command does not start it. */
  start(): void {
    const { signal } = this.#end;
    this.#noteSettings();
    this.#soon.clear();
    this.#needs.connections.onChange(() => {
      if (signal.aborted) return;
      this.#noteSettings();
      this.#wakeUp();
    });
    this.#following = Promise.all([
      this.#followVault(signal),
      this.#followSessions(signal),
      this.#followTime(signal),
    ]);
  }

  /** Reads at once the watched ones of these installations. Resolves at the end of their round. */
  async readNow(connectionIds: readonly string[]): Promise<void> {
    const ids = this.watched
      .map(({ connectionId }) => connectionId)
      .filter((id) => connectionIds.includes(id));
    for (const id of ids) this.#startAnew(id);
    await this.#oneAtATime(() => this.#read(ids));
  }

  async close(): Promise<void> {
    this.#end.abort();
    this.#sleep.wake();
    const last = Promise.all([this.#following, this.#oneAtATime(() => null)]);
    await withTimeout(this.#needs.ports.clock, last, timeLimit);
  }

  async #followTime(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#sleep.noteLook();
      await this.#oneAtATime(() => this.#readDue());
      // While no installation is watched, only a change can make one due.
      await this.#sleep.sleep(this.watched.length === 0 ? null : longestSleep, signal);
    }
  }

  async #followVault(signal: AbortSignal): Promise<void> {
    const states = eventsUntil(signal, this.#needs.ports.vault.watch(signal));
    for (let next = await states.next(); next.done !== true; next = await states.next())
      this.#wakeUp();
  }

  /** A person who signed in starts the watch of the installation anew. */
  async #followSessions(signal: AbortSignal): Promise<void> {
    const events = eventsUntil(signal, this.#needs.sessions.watch(signal));
    for await (const { connectionId, state } of events) {
      const isSignedIn = state?.kind === 'signed-in' || state?.kind === 'token';
      if (!isSignedIn || !this.#stopped.has(connectionId)) continue;
      this.#startAnew(connectionId);
      this.#wakeUp();
    }
  }

  #wakeUp(): void {
    this.#sleep.wake();
    this.#report();
  }

  /** New settings start the watch of an installation anew; new secrets do so after a refused sign-in. */
  #noteSettings(): void {
    const views = this.#needs.connections.list();
    const watched = new Map(
      views.filter(({ watchMinutes }) => watchMinutes !== null).map((view) => [view.id, view]),
    );
    for (const id of this.#known.keys()) {
      if (watched.has(id)) continue;
      this.#known.delete(id);
      this.#forget(id);
    }
    for (const [id, view] of watched) {
      const before = this.#known.get(id);
      const now = knownSettings(view);
      this.#known.set(id, now);
      const hasNewSecrets = this.#stopped.has(id) && before?.secrets !== now.secrets;
      if (before?.settings !== now.settings || hasNewSecrets) this.#startAnew(id);
    }
  }

  #startAnew(id: string): void {
    this.#forget(id);
    this.#soon.add(id);
  }

  #forget(id: string): void {
    for (const rounds of this.#rounds.values()) rounds.startAnew(id);
    this.#problems.delete(id);
    this.#soon.delete(id);
    this.#stopped.delete(id);
  }

  /** After a sleep of the machine, each installation is read once. */
  async #readDue(): Promise<void> {
    if (!this.#canReadSecrets || this.#end.signal.aborted) return;
    const { clock, random } = this.#needs.ports;
    const now = clock.now();
    const due = new Set<string>();
    for (const [minutes, views] of Map.groupBy(this.watched, (view) => view.minutes)) {
      const ids = views.map(({ connectionId }) => connectionId);
      const rounds = this.#roundsOf(minutes);
      if (rounds.isDue(now)) for (const id of rounds.begin(ids, now, random())) due.add(id);
      for (const id of ids) if (this.#soon.has(id)) due.add(id);
    }
    if (due.size > 0) await this.#read([...due]);
  }

  get #canReadSecrets(): boolean {
    const { status } = this.#needs.ports.vault.state();
    return status === 'ready' || status === 'memory';
  }

  async #read(connectionIds: readonly string[]): Promise<void> {
    if (!this.#canReadSecrets || connectionIds.length === 0) return;
    const { signal } = this.#end;
    const counts = new Map<string, number>();
    for (const id of connectionIds) this.#soon.delete(id);
    this.#setReading(true);
    try {
      const round = { connectionIds, storesTimes: false };
      for await (const event of this.#needs.watching.round(round, signal)) {
        if (signal.aborted) return;
        const { connectionId: id, readAt } = event;
        this.#note(id, readAt, event.state === 'failed' ? event.problem : null);
        if (event.state === 'failed') continue;
        // Those that a reading noticed before are not found by this round.
        const found = event.changes.filter(
          ({ noticedAt }) => noticedAt.getTime() === event.readAt.getTime(),
        );
        if (found.length > 0) counts.set(id, found.length);
      }
    } finally {
      if (counts.size > 0) {
        const byInstallation = [...counts].map(([connectionId, count]) => ({
          connectionId,
          count,
        }));
        this.#found = { round: this.#found.round + 1, byInstallation };
      }
      this.#setReading(false);
    }
  }

  #note(id: string, readAt: Date | null, problem: Problem | null): void {
    const { connections, ports } = this.#needs;
    const minutes = connections.saved().find((saved) => saved.id === id)?.watchMinutes ?? null;
    if (minutes === null) return;
    if (problem?.code === 'vault-locked') {
      // Locked while the round ran: no failure of the installation.
      this.#soon.add(id);
      return;
    }
    const rounds = this.#roundsOf(minutes);
    rounds.note(id, { readAt, problem }, ports.clock.now());
    if (problem === null) this.#problems.delete(id);
    else this.#problems.set(id, problem);
    if (rounds.of(id).status === 'stopped') this.#stopped.add(id);
    this.#report();
  }

  #roundsOf(minutes: WatchMinutes): WatchRounds {
    const existing = this.#rounds.get(minutes);
    if (existing !== undefined) return existing;
    const rounds = new WatchRounds(minutes, this.#needs.ports.clock.now());
    this.#rounds.set(minutes, rounds);
    return rounds;
  }

  #setReading(isReading: boolean): void {
    this.#isReading = isReading;
    this.#report();
  }

  #report(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Without the settings that do not matter to a reading. */
const RequestSettings = ConnectionSettings.omit({
  name: true,
  environment: true,
  readOnly: true,
  payloadTypePlace: true,
  group: true,
  notes: true,
});

const knownSettings = (view: ConnectionView): KnownSettings => ({
  settings: JSON.stringify(RequestSettings.parse(view)),
  secrets: JSON.stringify(view.has),
});
