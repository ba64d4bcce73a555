import type { RowFindings } from '#contract/plans.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import { rowStateOf } from '#domain/publishing/row-state.ts';
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

/** Findings in the template that the row would send. Messages quote it, without its secrets. */
export function findingsOfRow(row: PlanRow, templates: Memory): FindingBeforePublishing[] {
  if (row.action === 'delete' || rowStateOf(row) !== 'ready') return [];
  const { definition, live, base, shownAs = [] } = row;
  if (definition === null || onlySwitchesOff(definition, live)) return [];
  const { ownTokens, rules, samples } = templates.memory(row.connectionId);
  const edits = samples[String((live ?? base)?.id)] ?? {};
  const shown = shownDefinition(definition, shownAs);
  const findings = findingsBeforePublishing(shown, live, { ownTokens, rules, edits });
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
  let done = 0;
  for await (const part of rows) {
    const found: RowFindings[] = [];
    for (const row of part) {
      const findings = findingsOfRow(row, templates);
      if (findings.length > 0) found.push({ key: row.key, ...countsOf(findings) });
      await slices.next();
    }
    done += part.length;
    yield { done, found };
  }
}
