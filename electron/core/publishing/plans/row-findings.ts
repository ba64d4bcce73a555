import type { RowFindings } from '#contract/plans.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import { rowStateOf } from '#domain/publishing/row-state.ts';
import {
  type CheckContext,
  checkTemplate,
  type TemplateFinding,
} from '#domain/template/checks/check-template.ts';
import {
  countsOf,
  type FindingBeforePublishing,
  findingsBeforePublishing,
} from '#domain/template/checks/findings-before-publishing.ts';
import { stopIfCancelled } from '../../problems.ts';
import type { Ports } from '../../ports.ts';
import type { Templates } from '../../templates/templates.ts';
import { TimeSlices } from '../../time-slices.ts';
import { shownDefinition } from '#domain/publishing/shown-as.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import { Masking } from '#domain/secrets/masking.ts';

type Memory = Pick<Templates, 'memory'>;

/** The last check: neighbouring rows often send the same template. */
class LastCheck {
  #key = '';
  #findings: readonly TemplateFinding[] = [];

  of(definition: WebhookDefinition, context: CheckContext): readonly TemplateFinding[] {
    const { headers, ...fields } = definition;
    const texts = headers.map(({ name, value }) => [name, value]);
    // No check reads the name, in which such rows differ.
    const key = JSON.stringify([{ ...fields, name: null }, texts, context]);
    if (key !== this.#key) this.#findings = checkTemplate(definition, context);
    this.#key = key;
    return this.#findings;
  }
}

/** Findings in the template that the row would send. Messages quote it, without its secrets. */
export function findingsOfRow(
  row: PlanRow,
  templates: Memory,
  lastCheck = new LastCheck(),
): FindingBeforePublishing[] {
  if (row.action === 'delete' || rowStateOf(row) !== 'ready') return [];
  const { definition, live, base, shownAs = [] } = row;
  if (definition === null || onlySwitchesOff(definition, live)) return [];
  const { ownTokens, rules, samples } = templates.memory(row.connectionId);
  const edits = samples[String((live ?? base)?.id)] ?? {};
  const shown = shownDefinition(definition, shownAs);
  const context = { ownTokens, rules, edits };
  const findings = findingsBeforePublishing(shown, live, context, lastCheck.of(shown, context));
  if (findings.length === 0) return [];
  const masking = new Masking([definition]);
  return findings.map((finding) => ({ ...finding, message: masking.message(finding.message) }));
}

/** Nothing is sent from this template until it is enabled again. */
const onlySwitchesOff = (definition: WebhookDefinition, live: Webhook | null): boolean =>
  live?.enabled === true &&
  !definition.enabled &&
  live.payloadTemplate === definition.payloadTemplate;

/** Checks the rows in slices, in their order. */
export async function* findingsOfRows(
  rows: AsyncIterable<readonly PlanRow[]>,
  templates: Memory,
  clock: Ports['clock'],
  signal?: AbortSignal,
): AsyncGenerator<{ done: number; found: RowFindings[] }, void, void> {
  const slices = new TimeSlices(clock, () => {
    stopIfCancelled(signal);
  });
  const lastCheck = new LastCheck();
  let done = 0;
  for await (const part of rows) {
    const found: RowFindings[] = [];
    for (const row of part) {
      const findings = findingsOfRow(row, templates, lastCheck);
      if (findings.length > 0) found.push({ key: row.key, ...countsOf(findings) });
      await slices.next();
    }
    done += part.length;
    yield { done, found };
  }
}
