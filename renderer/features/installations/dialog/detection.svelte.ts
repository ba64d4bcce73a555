import type { UnsavedConnection } from '#contract/connections.ts';
import type { DetectionEvent, Observation, Proposal } from '#contract/detection.ts';
import { LatestTask } from '../../../shared/latest-task.svelte.ts';
import type { Connections } from '../../../shared/installations/connections.svelte.ts';

/** `observation` is `null` while the request is running. */
export interface Look {
  readonly url: string;
  readonly observation: Observation | null;
}

export class Detection {
  readonly #detect: Connections['detect'];
  readonly task = new LatestTask();
  /** The state while nothing is running. */
  #resting = $state<'idle' | 'done' | 'stopped'>('idle');

  readonly state = $derived(this.task.isRunning ? 'running' : this.#resting);
  looks = $state.raw<readonly Look[]>([]);
  proposals = $state.raw<readonly Proposal[]>([]);
  advice = $state<string | null>(null);

  constructor(detect: Connections['detect']) {
    this.#detect = detect;
  }

  async run(input: UnsavedConnection): Promise<void> {
    this.clear();
    this.#resting = 'done';
    await this.task.run(async (signal) => {
      for await (const event of await this.#detect(input, signal)) {
        if (signal.aborted) return;
        this.#take(event);
      }
    });
  }

  stop(): void {
    this.task.stop();
    this.looks = this.looks.filter(({ observation }) => observation !== null);
    this.#resting = 'stopped';
  }

  clear(): void {
    this.task.stop();
    this.#resting = 'idle';
    this.looks = [];
    this.proposals = [];
    this.advice = null;
  }

  #take(event: DetectionEvent): void {
    switch (event.kind) {
      case 'begin':
        return;
      case 'looking':
        this.looks = [...this.looks, { url: event.url, observation: null }];
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
