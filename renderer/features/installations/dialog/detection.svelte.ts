import type { UnsavedConnection } from '#contract/connections.ts';
import type { DetectionEvent, Observation, Proposal } from '#contract/detection.ts';
import type { Problem } from '#domain/problem.ts';
import { problemOf } from '../../../shared/problem.ts';

/** `observation` is `null` while the request is running. */
export interface Look {
  readonly url: string;
  readonly what: Observation['what'];
  readonly observation: Observation | null;
}

type Detecting = (
  input: UnsavedConnection,
  signal: AbortSignal,
) => Promise<AsyncIterable<DetectionEvent>>;

export class Detection {
  readonly #detect: Detecting;
  #running: AbortController | null = null;

  state = $state<'idle' | 'running' | 'done' | 'stopped'>('idle');
  looks = $state.raw<readonly Look[]>([]);
  proposals = $state.raw<readonly Proposal[]>([]);
  advice = $state<string | null>(null);
  problem = $state.raw<Problem | null>(null);

  constructor(detect: Detecting) {
    this.#detect = detect;
  }

  async run(input: UnsavedConnection): Promise<void> {
    this.clear();
    const running = new AbortController();
    this.#running = running;
    this.state = 'running';
    try {
      for await (const event of await this.#detect(input, running.signal)) {
        if (running.signal.aborted) return;
        this.#take(event);
      }
      this.state = 'done';
    } catch (error) {
      if (running.signal.aborted) return;
      this.problem = problemOf(error);
      this.state = 'done';
    }
  }

  stop(): void {
    this.#running?.abort();
    this.looks = this.looks.filter(({ observation }) => observation !== null);
    this.state = 'stopped';
  }

  clear(): void {
    this.#running?.abort();
    this.state = 'idle';
    this.looks = [];
    this.proposals = [];
    this.advice = null;
    this.problem = null;
  }

  #take(event: DetectionEvent): void {
    switch (event.kind) {
      case 'begin':
        return;
      case 'looking':
        this.looks = [...this.looks, { url: event.url, what: event.what, observation: null }];
        return;
      case 'seen': {
        const { observation } = event;
        this.looks = this.looks.map((look) =>
          look.observation === null ? { ...look, observation } : look,
        );
        return;
      }
      case 'end':
        this.proposals = event.proposals;
        this.advice = event.advice;
        return;
    }
  }
}
