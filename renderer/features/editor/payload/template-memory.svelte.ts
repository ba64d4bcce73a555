import { createContext } from 'svelte';
import type { HookdeskClient } from '#contract/index.ts';
import type { OwnToken } from '#domain/template/own-tokens.ts';
import { defaultRuleSet, type RuleSetName } from '#domain/template/render-template.ts';
import type { SampleEdits } from '#domain/template/samples.ts';
import { type ScenarioName, scenarios } from '#domain/template/scenarios.ts';
import type { Draft } from '../../../shared/drafts/draft.svelte.ts';

/** Milliseconds without typing before sample values are saved. */
const pause = 400;

/** A draft, or a webhook without edits. */
export type SampledWebhook = Pick<Draft, 'key'> & {
  readonly base: { readonly id: number } | null;
};

export class TemplateMemory {
  readonly connectionId: string;
  readonly #client: HookdeskClient;
  #timers = new Map<number, ReturnType<typeof setTimeout>>();
  #loading: Promise<void> | null = null;

  ownTokens = $state.raw<readonly OwnToken[]>([]);
  rules = $state<RuleSetName>(defaultRuleSet);
  #samples = $state.raw<ReadonlyMap<string, SampleEdits>>(new Map());

  constructor(client: HookdeskClient, connectionId: string) {
    this.#client = client;
    this.connectionId = connectionId;
  }

  load(): Promise<void> {
    this.#loading ??= this.#read();
    return this.#loading;
  }

  async #read(): Promise<void> {
    const { connectionId } = this;
    try {
      const { ownTokens, rules, samples } = await this.#client.templates.memory({ connectionId });
      this.ownTokens = ownTokens;
      this.rules = rules;
      this.#samples = together(new Map(Object.entries(samples)), this.#samples);
    } catch (error) {
      this.#loading = null;
      throw error;
    }
  }

  editsOf(webhook: SampledWebhook): SampleEdits {
    return this.#samples.get(nameOf(webhook)) ?? {};
  }

  /** `null` restores the sample. */
  editValue(draft: Draft, scenario: ScenarioName, token: string, value: string | null): void {
    const { [scenario]: values = {}, ...otherScenarios } = this.editsOf(draft);
    const others = Object.entries(values).filter(([name]) => name !== token);
    const typed = Object.fromEntries(value === null ? others : [...others, [token, value]]);
    const next: SampleEdits =
      Object.keys(typed).length === 0 ? otherScenarios : { ...otherScenarios, [scenario]: typed };
    this.#samples = new Map(this.#samples).set(nameOf(draft), next);
    if (draft.base !== null) this.#rememberSoon(draft.base.id);
  }

  /** Moves the values of a new webhook from its draft key to its id. */
  settle(draftKey: string, webhookId: number): void {
    const edits = this.#samples.get(draftKey);
    if (edits === undefined) return;
    const samples = new Map(this.#samples).set(String(webhookId), edits);
    samples.delete(draftKey);
    this.#samples = samples;
    this.#rememberSoon(webhookId);
  }

  async saveOwnTokens(tokens: readonly OwnToken[]): Promise<void> {
    const { connectionId } = this;
    await this.#client.templates.saveOwnTokens({ connectionId, tokens: [...tokens] });
    this.ownTokens = tokens;
  }

  async chooseRules(rules: RuleSetName): Promise<void> {
    this.rules = rules;
    await this.#client.templates.chooseRules({ connectionId: this.connectionId, rules });
  }

  async flush(): Promise<void> {
    const waiting = [...this.#timers.keys()];
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.all(waiting.map((webhookId) => this.#remember(webhookId)));
  }

  #rememberSoon(webhookId: number): void {
    clearTimeout(this.#timers.get(webhookId));
    this.#timers.set(
      webhookId,
      setTimeout(() => void this.#remember(webhookId), pause),
    );
  }

  /** Loads first: saving only the typed values would lose the stored ones. */
  async #remember(webhookId: number): Promise<void> {
    this.#timers.delete(webhookId);
    await this.load();
    const { connectionId } = this;
    const edits = this.#samples.get(String(webhookId)) ?? {};
    await this.#client.templates.saveSamples({ connectionId, webhookId, edits });
  }
}

export class TemplateMemories {
  readonly #client: HookdeskClient;
  readonly #byConnection = new Map<string, TemplateMemory>();

  constructor(client: HookdeskClient) {
    this.#client = client;
  }

  of(connectionId: string): TemplateMemory {
    const existing = this.#byConnection.get(connectionId);
    if (existing !== undefined) return existing;
    const memory = new TemplateMemory(this.#client, connectionId);
    this.#byConnection.set(connectionId, memory);
    return memory;
  }

  forget(connectionId: string): void {
    this.#byConnection.delete(connectionId);
  }

  async flush(): Promise<void> {
    await Promise.allSettled([...this.#byConnection.values()].map((each) => each.flush()));
  }
}

function together(
  read: ReadonlyMap<string, SampleEdits>,
  typed: ReadonlyMap<string, SampleEdits>,
): ReadonlyMap<string, SampleEdits> {
  const all = new Map(read);
  for (const [name, edits] of typed) {
    const before = all.get(name) ?? {};
    const merged = scenarios
      .map(
        (scenario) =>
          [scenario.name, { ...before[scenario.name], ...edits[scenario.name] }] as const,
      )
      .filter(([, values]) => Object.keys(values).length > 0);
    all.set(name, Object.fromEntries(merged));
  }
  return all;
}

/** New webhooks have no id; their draft keys never look like an id. */
const nameOf = ({ base, key }: SampledWebhook): string => (base === null ? key : String(base.id));

export const [getTemplates, setTemplates] = createContext<TemplateMemories>();
