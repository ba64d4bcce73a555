import assert from 'node:assert/strict';
import type { Installation } from './installation.ts';
import { concerns, type Rule } from './rule.ts';
import { isOurs, list, remove } from './webhooks.ts';

/** The result of one rule. */
export type Verdict =
  | { readonly kind: 'held' }
  | { readonly kind: 'broken'; readonly reason: string }
  /** The rule does not apply to this installation, or `onlyDocument` excludes it. */
  | { readonly kind: 'left-out' };

export interface RunOptions {
  readonly groups: Readonly<Record<string, readonly Rule[]>>;
  /** Skips the rules with source `ours`. */
  readonly onlyDocument: boolean;
  readonly report: (rule: Rule, group: string, verdict: Verdict) => void;
}

export interface RunResult {
  readonly held: number;
  readonly broken: number;
  readonly leftOut: number;
  /** Ids of webhooks of the run that could not be deleted. */
  readonly undeleted: readonly number[];
}

/**
 * Checks the rules in order. Then deletes the webhooks of the run, also after a broken rule or an
 * abort of `installation.signal`.
 * @throws CleanUpFailed if the clean-up fails, or the error of the first list, before anything was
 * created
 */
export async function runRules(
  installation: Installation,
  options: RunOptions,
): Promise<RunResult> {
  const idsBefore = new Set((await list(installation)).map(({ id }) => id));
  const counts = { held: 0, broken: 0, 'left-out': 0 };
  const isEnded = (): boolean => installation.signal?.aborted ?? false;
  for (const [group, rule] of inGroups(options.groups)) {
    if (isEnded()) break;
    const verdict = await verdictOn(installation, rule, options);
    // An aborted rule is neither held nor broken.
    if (isEnded()) break;
    counts[verdict.kind] += 1;
    options.report(rule, group, verdict);
  }
  const { apiUrl, variant, authToken } = installation;
  // Without the signal: the clean-up also runs after an abort.
  const undeleted = await deleteCreated({ apiUrl, variant, authToken }, idsBefore);
  return { held: counts.held, broken: counts.broken, leftOut: counts['left-out'], undeleted };
}

const inGroups = (groups: RunOptions['groups']): [string, Rule][] =>
  Object.entries(groups).flatMap(([group, rules]) =>
    rules.map((rule): [string, Rule] => [group, rule]),
  );

async function verdictOn(
  installation: Installation,
  rule: Rule,
  { onlyDocument }: RunOptions,
): Promise<Verdict> {
  if (!concerns(rule, installation)) return { kind: 'left-out' };
  if (onlyDocument && rule.source === 'ours') return { kind: 'left-out' };
  try {
    await rule.check(installation);
    return { kind: 'held' };
  } catch (error) {
    return { kind: 'broken', reason: reasonIn(error) };
  }
}

/**
 * What broke, for the report. Of an assertion at most 8 lines of 200 characters, because it may
 * hold a response body; of a failed request the cause, too.
 */
export function reasonIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof assert.AssertionError) {
    return error.message
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, 8)
      .map((line) => (line.length > 200 ? `${line.slice(0, 200)}…` : line))
      .join('\n');
  }
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return `${error.message} (${'code' in cause ? String(cause.code) : cause.message})`;
}

/** The clean-up could not list or delete the webhooks of the run. */
export class CleanUpFailed extends Error {
  override readonly name = 'CleanUpFailed';
}

/** Without a pause in between: each request has a time limit of its own. */
const cleanUpTries = 3;

/**
 * Deletes the webhooks with the name of a run that are new since the start, also those of another
 * run at the same time. Returns the ids that remain: a refused delete shows in the second list.
 * @throws CleanUpFailed
 */
async function deleteCreated(
  installation: Installation,
  idsBefore: ReadonlySet<number>,
  tries = cleanUpTries,
): Promise<number[]> {
  const created = async (): Promise<number[]> =>
    (await list(installation))
      .filter((webhook) => isOurs(webhook) && !idsBefore.has(webhook.id))
      .map(({ id }) => id);
  try {
    for (const id of await created()) await remove(installation, id);
    return await created();
  } catch (error) {
    if (tries > 1) return deleteCreated(installation, idsBefore, tries - 1);
    throw new CleanUpFailed(reasonIn(error), { cause: error });
  }
}
