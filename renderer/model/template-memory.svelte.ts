import type { HookdeskClient } from '#contract/index.ts';
import type { OwnToken } from '#domain/template/own-tokens.ts';
import { defaultRuleSet, type RuleSetName } from '#domain/template/rule-sets.ts';
import type { SampleEdits, ScenarioName } from '#domain/template/samples.ts';
import type { Draft } from './draft.svelte.ts';

/** How long nothing must have been typed before sample values are remembered, in milliseconds. */
const pause = 400;

/** What is remembered of templates on one installation: its own tokens, its rules, sample values. */
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

  /** Reads what is remembered, once. */
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
      this.#samples = new Map([...Object.entries(samples), ...this.#samples]);
    } catch (error) {
      this.#loading = null;
      throw error;
    }
  }

  /** The values that stand in the place of the samples, for one webhook. */
  editsOf(draft: Draft): SampleEdits {
    return this.#samples.get(nameOf(draft)) ?? {};
  }

  /** Puts a value in the place of a sample; `null` takes the sample again. */
  editValue(draft: Draft, scenario: ScenarioName, token: string, value: string | null): void {
    const edits = this.editsOf(draft);
    const { [token]: _before, ...others } = edits[scenario] ?? {};
    const next = {
      ...edits,
      [scenario]: value === null ? others : { ...others, [token]: value },
    };
    this.#samples = new Map(this.#samples).set(nameOf(draft), next);
    if (draft.base !== null) this.#rememberSoon(draft.base.id, next);
  }

  /** A new webhook has its id now: what was typed for it goes with it. */
  settle(draftKey: string, webhookId: number): void {
    const edits = this.#samples.get(draftKey);
    if (edits === undefined) return;
    const samples = new Map(this.#samples).set(String(webhookId), edits);
    samples.delete(draftKey);
    this.#samples = samples;
    this.#rememberSoon(webhookId, edits);
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

  #rememberSoon(webhookId: number, edits: SampleEdits): void {
    clearTimeout(this.#timers.get(webhookId));
    const { connectionId } = this;
    const save = (): void => {
      void this.#client.templates.saveSamples({ connectionId, webhookId, edits });
    };
    this.#timers.set(webhookId, setTimeout(save, pause));
  }
}

/** New webhooks have no id yet: their drafts' keys are not numbers. */
const nameOf = (draft: Draft): string => (draft.base === null ? draft.key : String(draft.base.id));
