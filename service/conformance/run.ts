import assert from 'node:assert/strict';
import type { Installation } from './installation.ts';
import { concerns, type Rule } from './rule.ts';
import { isOurs, list, remove } from './webhooks.ts';

export type Verdict =
  | { readonly kind: 'held' }
  | { readonly kind: 'broken'; readonly reason: string }
  /** It says nothing about this installation, or was not asked for. */
  | { readonly kind: 'left-out' };

export interface RunOptions {
  readonly groups: Readonly<Record<string, readonly Rule[]>>;
  /** Without the rules that the interface document says nothing of. */
  readonly onlyDocument: boolean;
  readonly report: (rule: Rule, group: string, verdict: Verdict) => void;
}

export interface Result {
  readonly held: number;
  readonly broken: number;
  readonly leftOut: number;
  /** Ids of webhooks that were created and could not be taken away. */
  readonly left: readonly number[];
}

/**
 * Holds an installation to the rules, one after the other, and takes away what that created, also
 * when a rule is broken or `installation.signal` ends the run.
 * @throws NotTakenAway; or whatever keeps the list from being read at the beginning, when nothing was
 * written yet.
 */
export async function runRules(installation: Installation, options: RunOptions): Promise<Result> {
  const before = new Set((await list(installation)).map(({ id }) => id));
  const counts = { held: 0, broken: 0, 'left-out': 0 };
  const isEnded = (): boolean => installation.signal?.aborted ?? false;
  for (const [group, rule] of inGroups(options.groups)) {
    if (isEnded()) break;
    const verdict = await verdictOn(installation, rule, options);
    // A rule that was ended in its midst is neither held nor broken.
    if (isEnded()) break;
    counts[verdict.kind] += 1;
    options.report(rule, group, verdict);
  }
  const { base, variant, authToken } = installation;
  // Without the signal: to clean up goes on when the run was ended.
  const left = await takeAway({ base, variant, authToken }, before);
  return { held: counts.held, broken: counts.broken, leftOut: counts['left-out'], left };
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

/** What is told of an error: enough to look into it, and not the bodies of whole answers. */
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

/** What was created may still be there: it could not be looked for, or not be deleted. */
export class NotTakenAway extends Error {
  override readonly name = 'NotTakenAway';
}

/** Deletes what is ours and was not there before. Returns what it could not delete. */
async function takeAway(
  installation: Installation,
  before: ReadonlySet<number>,
  tries = 3,
): Promise<number[]> {
  const created = async (): Promise<number[]> =>
    (await list(installation))
      .filter((webhook) => isOurs(webhook) && !before.has(webhook.id))
      .map(({ id }) => id);
  try {
    for (const id of await created()) await remove(installation, id);
    return await created();
  } catch (error) {
    if (tries > 1) return takeAway(installation, before, tries - 1);
    throw new NotTakenAway(reasonIn(error), { cause: error });
  }
}
