import { createHash } from 'node:crypto';
import { z } from 'zod';
import { writeResultFile } from '#adapters/file-open/write-result-file.ts';
import type { ConnectionView, HookdeskClient } from '#contract/index.ts';
import type { PlanRowView } from '#contract/plans.ts';
import { parseJson } from '#domain/text/parse-json.ts';
import { plainError } from '#domain/problem.ts';
import { WriteAction } from '#domain/journal/entry.ts';
import { findInstallation } from '../find-installation.ts';
import type { BundleToPlan, Prepared, PreparedBundle } from './prepare-plan.ts';

const format = 'hookdesk-plan';

/** A plan that a person reviews, and that “apply” does as it is. Without secrets. */
const PlanFile = z.strictObject({
  format: z.literal(format),
  version: z.literal(1),
  installations: z.array(
    z.strictObject({
      name: z.string(),
      fingerprint: z.string().describe('SHA-256 of its address, which a changed one lacks.'),
    }),
  ),
  eachToItsSource: z.boolean(),
  only: z.array(z.string()),
  deletes: z.boolean(),
  rows: z.array(
    z.strictObject({
      row: z.string().describe('Installation, and key in the bundle or id of the webhook.'),
      action: WriteAction,
      webhook: z.string(),
      changes: z.string(),
      digest: z.string().describe('SHA-256 of both versions of the webhook, with masked secrets.'),
    }),
  ),
  bundle: z.string(),
});
export type PlanFile = z.infer<typeof PlanFile>;

/** `null` for a file that is no plan. @throws ProblemError('file-refused') for a damaged plan */
export function planIn(content: Uint8Array): PlanFile | null {
  const parsed = parseJson(Buffer.from(content).toString('utf8'));
  if (!z.looseObject({ format: z.literal(format) }).safeParse(parsed).success) return null;
  const read = PlanFile.safeParse(parsed);
  if (read.success) return read.data;
  throw plainError('file-refused', 'The plan file is damaged.', 'Make the plan again.');
}

/** @throws ProblemError('refused') for options that would change what was reviewed */
export function refuseOptions(areGiven: boolean): void {
  if (!areGiven) return;
  throw plainError(
    'refused',
    'A plan file names its installations itself, and what it deletes. Nothing was sent.',
    'Leave out --installation and --delete.',
  );
}

/** @throws ProblemError('refused') when the bundle has secrets */
export async function writePlanFile(
  client: HookdeskClient,
  file: string,
  prepared: PreparedBundle,
  given: BundleToPlan,
): Promise<void> {
  const { containsSecrets, kind } = prepared.view;
  if (containsSecrets || kind === 'raw') {
    throw plainError(
      'refused',
      'The webhooks may contain secrets, so no plan file was written.',
      'Plan a bundle or folder without secrets.',
    );
  }
  const { only, deletes } = given;
  const plan: PlanFile = {
    format,
    version: 1,
    installations: [...prepared.targets.values()].map((connection) => ({
      name: connection.name,
      fingerprint: fingerprintOf(connection),
    })),
    eachToItsSource: prepared.eachToItsSource,
    only: [...only],
    deletes,
    rows: await rowsOf(client, prepared),
    bundle: Buffer.from(given.bundle).toString('utf8'),
  };
  writeResultFile(file, `${JSON.stringify(plan, null, 2)}\n`);
}

/** The rows of a plan with queries, also of a webhook that changed and no longer matches them. */
export function reviewedRows(plan: PlanFile, prepared: Prepared): Prepared {
  if (plan.only.length === 0) return prepared;
  const reviewed = new Set(plan.rows.map(({ row }) => row));
  const isReviewed = (row: PlanRowView): boolean => reviewed.has(nameOf(row, prepared));
  const keys = new Set(prepared.keys);
  for (const row of prepared.rows) if (!isReviewed(row)) keys.delete(row.key);
  return { ...prepared, rows: prepared.rows.filter(isReviewed), keys };
}

/** The rows that differ from the reviewed plan. Rows that already have what the plan wants do not count. */
export async function staleRows(
  client: HookdeskClient,
  plan: PlanFile,
  prepared: Prepared,
): Promise<string[]> {
  const reviewed = new Map(plan.rows.map((row) => [row.row, row]));
  return (await rowsOf(client, prepared)).flatMap(({ row, digest }) => {
    const before = reviewed.get(row);
    if (before === undefined) return [`${row}: not in the plan`];
    return before.digest === digest ? [] : [`${row}: changed since the plan`];
  });
}

/**
 * The bundle of a plan for its installations.
 * @param part names or queries; empty for the whole plan
 * @throws ProblemError('no-such-connection')
 */
export async function bundleOfPlan(
  client: HookdeskClient,
  plan: PlanFile,
  part: readonly string[],
): Promise<BundleToPlan> {
  for (const { name, fingerprint } of plan.installations) {
    if (fingerprintOf(await findInstallation(client, name)) === fingerprint) continue;
    throw plainError(
      'no-such-connection',
      `The installation “${name}” has another address than in the plan. Nothing was sent.`,
      'Make the plan again.',
    );
  }
  return {
    name: 'plan',
    bundle: Buffer.from(plan.bundle),
    installations: plan.installations.map(({ name }) => name),
    eachToItsSource: plan.eachToItsSource,
    only: part,
    deletes: plan.deletes,
  };
}

async function rowsOf(client: HookdeskClient, prepared: Prepared): Promise<PlanFile['rows']> {
  const found: PlanFile['rows'] = [];
  for (const view of prepared.rows) {
    const { key, action, name: webhook, changes } = view;
    // Secrets are masked here, so that values cannot be tried against the digest.
    const { row } = await client.plans.row({ planId: prepared.planId, key });
    found.push({
      row: nameOf(view, prepared),
      action,
      webhook,
      changes,
      digest: sha256(JSON.stringify([row.action, row.live, row.definition])),
    });
  }
  return found;
}

/** The name of a row in plan files and messages. */
const nameOf = (
  { connectionId, fileRow, webhookId }: PlanRowView,
  { targets }: Pick<Prepared, 'targets'>,
): string => `${targets.get(connectionId)?.name ?? ''}/${fileRow?.key ?? webhookId ?? ''}`;

const fingerprintOf = ({ baseUrl, apiRoot }: Pick<ConnectionView, 'baseUrl' | 'apiRoot'>): string =>
  sha256(`${baseUrl}${apiRoot}`);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
