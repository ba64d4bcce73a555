import { type DeliveryRequest, deliveryRequest } from '#domain/delivery/delivery-request.ts';
import { applyFix, type TemplateFix } from '#domain/template/checks/check-template.ts';
import { tokenNames, parseTemplate } from '#domain/template/parse-template.ts';
import type { Rendering } from './analysis/analyse.ts';
import { Analyst } from './analysis/analyst.svelte.ts';
import { type EventName, eventsOf, scenarioOf, valuesOf } from './analysis/preview-events.ts';
import type { Draft } from '../../../shared/drafts/draft.svelte.ts';
import type { TemplateMemory } from './template-memory.svelte.ts';

export class PayloadView {
  readonly draft: Draft;
  readonly memory: TemplateMemory;
  readonly analyst = new Analyst();

  chosen = $state<EventName>('HIGH');
  show = $state<'body' | 'request' | 'changes' | 'values'>('body');
  form = $state<'indented' | 'exact'>('indented');
  sideBySide = $state(false);
  secretsShown = $state(false);

  readonly events = $derived.by(() => eventsOf(this.draft.definition));
  readonly event = $derived(this.events.find(({ name }) => name === this.chosen) ?? this.events[0]);
  readonly edits = $derived.by(() => this.memory.editsOf(this.draft));
  readonly values = $derived.by(() =>
    this.event === undefined ? {} : valuesOf(this.event.name, this.memory.ownTokens, this.edits),
  );
  readonly rendering = $derived.by(() =>
    this.analyst.analysis?.renderings.find(({ event }) => event === this.event?.name),
  );

  readonly ownValues = $derived.by(() =>
    this.event === undefined ? {} : (this.edits[scenarioOf(this.event.name)] ?? {}),
  );

  constructor(draft: Draft, memory: TemplateMemory) {
    this.draft = draft;
    this.memory = memory;
  }

  /** Call in an effect: analyses the template again after each relevant change. */
  follow(soon: boolean): void {
    const { draft, memory, edits } = this;
    const { definition } = draft;
    const { ownTokens, rules } = memory;
    const current = draft.base;
    this.analyst.look(() => ({ definition, current, ownTokens, edits, rules }), soon);
  }

  tokensUsed(): readonly string[] {
    return tokenNames(parseTemplate(this.draft.definition.payloadTemplate));
  }

  formOf({ indented, exact }: Rendering): string {
    return this.form === 'indented' ? (indented ?? exact) : exact;
  }

  request(): DeliveryRequest {
    return deliveryRequest(this.draft.definition, this.values, this.memory.rules);
  }

  /** `null` restores the sample. */
  editValue(token: string, value: string | null): void {
    if (this.event === undefined) return;
    this.memory.editValue(this.draft, scenarioOf(this.event.name), token, value);
  }

  fix(fix: TemplateFix): void {
    this.draft.restore(applyFix(this.draft.definition, fix));
  }
}
