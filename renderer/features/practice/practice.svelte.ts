import type { HookdeskClient } from '#contract/index.ts';
import type {
  AlertState,
  Delivery,
  DeliverySummary,
  PracticeRaised,
  TokenValues,
} from '#contract/practice.ts';
import type { Problem } from '#domain/problem.ts';
import { problemOf } from '../../shared/problem.ts';

/** Milliseconds between two polls while deliveries are running. */
const pulse = 700;

const isOver = ({ state }: DeliverySummary): boolean => state === 'delivered' || state === 'failed';

export class Practice {
  readonly #api: HookdeskClient['practice'];
  readonly #installation: { readonly connectionId: string };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  state = $state<AlertState | 'JOB'>('HIGH');
  #samples = $state.raw<Partial<Record<AlertState, TokenValues>>>({});
  /** By state; replaces the samples. */
  #typed = $state<Record<string, TokenValues>>({});
  raised = $state.raw<PracticeRaised | null>(null);
  deliveries = $state.raw<readonly DeliverySummary[]>([]);
  opened = $state.raw<Delivery | null>(null);
  busy = $state(false);
  problem = $state.raw<Problem | null>(null);

  readonly values: TokenValues = $derived(
    this.state === 'JOB' ? {} : { ...this.#samples[this.state], ...this.#typed[this.state] },
  );

  constructor(client: HookdeskClient, connectionId: string) {
    this.#api = client.practice;
    this.#installation = { connectionId };
  }

  async open(): Promise<void> {
    await this.#try(async () => {
      this.#samples = (await this.#api.overview(this.#installation)).samples;
      await this.#look();
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  type(name: string, value: string): void {
    this.#typed[this.state] = { ...this.#typed[this.state], [name]: value };
  }

  async raise(): Promise<void> {
    this.busy = true;
    await this.#try(async () => {
      const event =
        this.state === 'JOB'
          ? ({ kind: 'job' } as const)
          : ({ kind: 'alert', state: this.state } as const);
      const values = $state.snapshot(this.#typed[this.state]) ?? {};
      this.raised = await this.#api.raise({ ...this.#installation, event, values });
      await this.#look();
    });
    this.busy = false;
  }

  async show(deliveryId: number): Promise<void> {
    if (this.opened?.id === deliveryId) {
      this.opened = null;
      return;
    }
    await this.#try(() => this.#read(deliveryId));
  }

  async clear(): Promise<void> {
    await this.#try(async () => {
      await this.#api.clearDeliveries(this.#installation);
      this.raised = null;
      this.opened = null;
      await this.#look();
    });
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    this.deliveries = await this.#api.deliveries(this.#installation);
    const { opened } = this;
    if (opened !== null && !isOver(opened)) await this.#read(opened.id);
    if (!this.#closed && !this.deliveries.every(isOver)) {
      this.#timer = setTimeout(() => void this.#try(() => this.#look()), pulse);
    }
  }

  async #read(deliveryId: number): Promise<void> {
    this.opened = await this.#api.delivery({ ...this.#installation, deliveryId });
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.problem = null;
    } catch (error) {
      this.problem = problemOf(error);
    }
  }
}
