import { ORPCError } from '@orpc/client';
import type { HookdeskClient } from '#contract/index.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { defaultLimits } from '#domain/installation/limits.ts';
import { type Random, randomFrom } from '../../service/seeds/random.ts';
import { checkDrafts, checkHistory, checkTold, History } from './checks.ts';
import { crashPointNames } from './crash-points.ts';
import { SoakHost } from './host.ts';
import { Ledger } from './ledger.ts';
import { type Installation, Person, planEnded, readDrafts } from './person.ts';
import { authToken, ObservedService } from './observed-service.ts';

/** Actions of a person in one round. */
const actsInRound = 25;

/** Time limits for a response of an installation. */
const limits = { headersMilliseconds: 400, bodyMilliseconds: 400 };

/** Milliseconds between the host's clock and that of the machine: 10 minutes, an hour, a day. */
const clockOffsets = [-86_400_000, -3_600_000, -600_000, 0, 600_000, 3_600_000, 86_400_000];

/** Milliseconds until open entries are closed after the faults end. */
const settleLimit = 30_000;

function ignoreProblem(error: unknown): void {
  if (!isAnyProblem(error)) throw error;
}

const isAnyProblem = (error: unknown): boolean =>
  error instanceof ORPCError && error.code === 'PROBLEM';

/** Two persons at two windows of one host with three installations. Some rounds kill the host. */
export class Soak {
  readonly ledger = new Ledger();
  kills = 0;
  readonly #folder: string;
  readonly #seed: number;
  readonly #random: Random;
  readonly #history = new History();
  #services: readonly ObservedService[] = [];
  #persons: readonly Person[] = [];
  #host: SoakHost | null = null;
  #starting: Promise<void> | null = null;

  /**
   * @param folder an empty data folder
   * @param seed makes the random actions repeatable, but not the order of the two persons' calls
   */
  constructor(folder: string, seed: number) {
    this.#folder = folder;
    this.#seed = seed;
    this.#random = randomFrom(seed);
  }

  /** Starts an installation of each variant, one that normalises names, and the host. */
  async open(): Promise<void> {
    const fail = (error: unknown): void => {
      this.ledger.find('service failed', String(error));
    };
    this.#services = await Promise.all([
      ObservedService.start('A', fail),
      ObservedService.start('B', fail),
      ObservedService.start('B', fail, true),
    ]);
    const client = await this.#start();
    const installations: Installation[] = [];
    for (const [index, { variant, baseUrl, apiRoot }] of this.#services.entries()) {
      const { id: connectionId } = await client.connections.add({
        settings: {
          ...blankConnection,
          name: `soak ${variant} ${index}`,
          baseUrl,
          apiRoot,
          variant,
          proxy: { kind: 'none' },
          limits: { ...defaultLimits, ...limits },
        },
        secrets: { authToken },
      });
      installations.push({ connectionId, variant });
    }
    this.#persons = ['ann', 'bob'].map((name, index) => {
      const random = randomFrom(this.#seed * 31 + index);
      return new Person({ name, installations, random, ledger: this.ledger });
    });
    await this.#openWindows();
  }

  /** Runs one round: faults and perhaps a kill while both persons act, then the checks. */
  async round(): Promise<void> {
    const seed = this.#random.integer(2 ** 32);
    await Promise.all(this.#services.map((each) => each.fail(seed)));
    if (this.#random.chance(0.8)) {
      const name = this.#random.pick(crashPointNames);
      this.#host?.arm({ name, passes: this.#random.integer(6) });
    }
    if (this.#random.chance(0.5)) this.#host?.setClock(this.#random.pick(clockOffsets));
    await Promise.all(this.#persons.map((person) => this.#actThrough(person)));
    await this.#host?.disarm();
    await Promise.all(this.#services.map((each) => each.recover()));
    const client = await this.#window();
    await this.#finishPlans(client);
    await this.#settle(client);
    const drafts = await readDrafts(client);
    for (const person of this.#persons) person.takeDrafts(drafts);
    const entries = await this.#history.read(client, this.ledger);
    checkDrafts(this.ledger, drafts, entries);
    for (const service of this.#services) {
      const own = entries.filter(({ request }) => request.url.startsWith(service.baseUrl));
      checkHistory(this.ledger, service, own);
    }
    checkTold(this.ledger, entries);
  }

  get requests(): number {
    return this.#services.reduce((sum, { writes }) => sum + writes.length, 0);
  }

  async close(): Promise<void> {
    await this.#host?.end();
    await Promise.all(this.#services.map((each) => each.close()));
  }

  /** Starts a host on the data folder; returns a window on it. */
  async #start(): Promise<HookdeskClient> {
    const host = await SoakHost.start(this.#folder, (description) => {
      this.ledger.find('unexpected error', description);
    });
    this.#host = host;
    void host.ended.then((how) => {
      if (how === 'killed') this.kills += 1;
      else if (this.#host === host && !host.isEnding) {
        this.ledger.find('host ended by itself', this.#folder);
      }
    });
    return host.openWindow();
  }

  /** Opens a window on the host. Restarts a killed host. */
  async #window(): Promise<HookdeskClient> {
    if (this.#host?.hasEnded !== false) {
      this.#starting ??= this.#startAgain().finally(() => {
        this.#starting = null;
      });
    }
    await this.#starting;
    if (this.#host === null) throw new Error('There is no host.');
    return this.#host.openWindow();
  }

  async #startAgain(): Promise<void> {
    const client = await this.#start();
    const drafts = await readDrafts(client);
    for (const person of this.#persons) person.takeDrafts(drafts);
    await this.#openWindows();
  }

  async #openWindows(): Promise<void> {
    for (const person of this.#persons) {
      if (this.#host !== null) person.use(await this.#host.openWindow());
    }
  }

  async #actThrough(person: Person): Promise<void> {
    for (let act = 0; act < actsInRound; act += 1) {
      const host = this.#host;
      try {
        await Promise.race([person.act(), host?.ended]);
      } catch (error) {
        // A running call fails with any error when the host is killed.
        if (!isAnyProblem(error) && !(await this.#isDying(host))) {
          this.ledger.find('unexpected error', String(error));
        }
      }
      if (host?.hasEnded === true) await this.#window();
    }
  }

  /** The socket closes a moment before the process reports its end. */
  async #isDying(host: SoakHost | null): Promise<boolean> {
    const late = new Promise<false>((resolve) => setTimeout(resolve, 500, false));
    return Promise.race([late, host?.ended.then(() => true) ?? true]);
  }

  async #finishPlans(client: HookdeskClient): Promise<void> {
    for (const { planId, status } of await client.plans.unfinished()) {
      if (status !== 'running') {
        if (this.#random.chance(0.5)) {
          await client.plans.dismiss({ planId });
          continue;
        }
        await client.plans.resume({ planId });
      }
      await planEnded(client, planId);
    }
  }

  /** Resolves when no entry is open, or at the time limit. */
  async #settle(client: HookdeskClient): Promise<void> {
    const late = performance.now() + settleLimit;
    for (;;) {
      const { open } = await client.journal.settle();
      // A later look finds other candidates, or the result.
      for (const person of this.#persons) await person.decideCreates().catch(ignoreProblem);
      if (open.length === 0 || performance.now() > late) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
