import {
  type ComparedRow,
  type CompareEvent,
  type ComparisonFormat,
  type ComparisonInput,
  type ComparisonReference,
  maxCompared,
} from '#contract/comparisons.ts';
import { planLimits, type SourceOf } from '#contract/plans.ts';
import {
  compareList,
  type ListComparison,
  type OtherList,
  type ReferenceList,
  referenceList,
} from '#domain/comparison/compare-list.ts';
import { partInWords } from '#domain/comparison/compared-part.ts';
import {
  canHold,
  compareWebhooks,
  fieldsLackedBy,
  type Side,
} from '#domain/comparison/compare-webhooks.ts';
import { ageInWords, exportedComparison } from '#domain/comparison/export/exported-comparison.ts';
import {
  likeReference,
  newLikeReference,
  partsOfUnknownSecret,
} from '#domain/comparison/like-reference.ts';
import { cellAt, type MatrixColumn } from '#domain/comparison/matrix.ts';
import { partDetails } from '#domain/comparison/part-details.ts';
import { inParts } from '#domain/in-parts.ts';
import { ProblemError } from '#domain/problem.ts';
import type { ProposedItem } from '#domain/publishing/decide-row.ts';
import { blankItem, sharedReasons } from '#domain/publishing/plan.ts';
import { unaddressableProblem } from '#domain/publishing/publish-problems.ts';
import { isUnreadable, type ListedWebhook, unreadableInWords } from '#domain/webhook/listed.ts';
import { variants } from '#domain/webhook/variant.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { Parts } from '../parts.ts';
import { type Proposal, proposalOf } from '../preparing/proposal.ts';
import { stopIfCancelled } from '../problems.ts';
import {
  changedSinceCompared,
  noSuchComparedRow,
  noSuchComparison,
  nothingToMakeAlike,
  notRead,
  onlyReference,
  tooManyInstallations,
  tooManyToMakeAlike,
} from './comparison-problems.ts';
import { type Comparison, type LoadedReference, referenceSide, sideOf } from './comparison.ts';
import { countsOf, type KeyedRow, keyedRows } from './matrix-rows.ts';
import { fileReference, historyReference } from './references.ts';
import { counted } from '#domain/text/wording.ts';

type Progress = Extract<CompareEvent, { kind: 'progress' }>;

const webhooksPerTurn = 100;
const rowsAtOnce = 500;
/** Windows close their comparisons; a window that crashed does not. */
const mostOpen = 8;

/** Compares installations with a reference, and proposes changes that make them alike. */
export class Comparisons {
  readonly #parts: Parts;
  readonly #open = new Map<string, Comparison>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async *open(
    { reference: requested, otherIds, ignoredParts }: ComparisonInput,
    signal?: AbortSignal,
  ): AsyncGenerator<CompareEvent, void, void> {
    const { ports, connections, snapshots, snapshotPersistence } = this.#parts;
    const ids = [...new Set(otherIds)].filter((id) => !isReference(requested, id));
    if (ids.length === 0) throw onlyReference();
    if (ids.length > maxCompared) throw tooManyInstallations();
    const others = ids.map((id) => connections.find(id));
    await Promise.all(ids.map((id) => snapshotPersistence.load(id)));
    const loaded = await loadReference(this.#parts, requested, signal);
    const { reference, keysOfUnknownState, formerOf } = loaded;
    const { variant, readAt } = reference;
    const ignored = new Set(ignoredParts);
    const notes = reference.note === null ? [] : [reference.note];
    const readableWebhooks = async (webhooks: Iterable<ListedWebhook>, name: string) => {
      const listed = await this.#webhooksOf(webhooks, signal);
      const unreadable = listed.filter(isUnreadable);
      if (unreadable.length === 0) return listed;
      notes.push(`${unreadableInWords(unreadable)} on “${name}”: left out.`);
      return listed.filter((webhook) => !isUnreadable(webhook));
    };
    const referenceWebhooks = await readableWebhooks(loaded.webhooks, reference.name);
    const listOfReference = referenceList(variant, referenceWebhooks, keysOfUnknownState);
    const columns: MatrixColumn[] = [];
    const lists: (ListComparison | null)[] = [];
    for (const [index, other] of others.entries()) {
      yield { kind: 'progress', done: index, total: others.length } satisfies Progress;
      stopIfCancelled(signal);
      const snapshot = snapshots.get(other.id);
      const list =
        snapshot === null
          ? null
          : await this.#compareList(
              listOfReference,
              {
                variant: other.variant,
                webhooks: await readableWebhooks(snapshot.webhooks.values(), other.name),
                formerOf: formerOf(other),
              },
              ignored,
              signal,
            );
      lists.push(list);
      columns.push({
        connectionId: other.id,
        readAt: snapshot?.readAt ?? null,
        counts: countsOf(list),
        lacks: fieldsLackedBy(variant, other.variant),
        unreported: [...(list?.unreported ?? [])],
      });
    }
    const rows = keyedRows(listOfReference, lists);
    const comparisonId = ports.newId();
    const note = notes.length === 0 ? null : notes.join(' ');
    this.#addOpen(comparisonId, {
      reference: { ...reference, note },
      columns,
      ignored,
      rows: new Map(rows.map((keyed) => [keyed.row.key, keyed])),
    });
    for (const part of inParts(rows, rowsAtOnce)) {
      yield { kind: 'rows', rows: part.map(({ row }) => row) };
      await ports.clock.yieldToEventLoop();
    }
    yield { kind: 'end', comparisonId, readAt, note, columns };
  }

  /** @throws ProblemError `refused` when a webhook changed, so that its cell is no longer true */
  row(comparisonId: string, key: string, secretsShown = false): ComparedRow {
    const comparison = this.#find(comparisonId);
    const keyed = comparison.rows.get(key);
    if (keyed === undefined) throw noSuchComparedRow();
    const { columns, ignored } = comparison;
    const { name } = keyed.row;
    const reference = referenceSide(comparison, keyed);
    let isChanged = keyed.referenceKey !== null && reference === null;
    // Cells refer to the sides by their index.
    const sides: Side[] = [];
    const cells = columns.flatMap(({ connectionId, readAt }, column) => {
      if (readAt === null) return [];
      const webhook = keyed.partners[column] ?? null;
      const side = webhook === null ? null : sideOf(this.#parts, connectionId, webhook, name);
      const { kind, different } = cellAt(keyed.row, column);
      if (side === null) isChanged ||= webhook !== null;
      if (side === null || reference === null) return { connectionId, kind, webhook, side: null };
      isChanged ||= compareWebhooks(reference, side, ignored).different.length !== different;
      return { connectionId, kind, webhook, side: sides.push(side) - 1 };
    });
    if (isChanged) throw new ProblemError(changedSinceCompared);
    return {
      key,
      name,
      reference: keyed.referenceKey,
      cells,
      parts: reference === null ? [] : partDetails(reference, sides, ignored, secretsShown),
    };
  }

  propose(source: SourceOf<'comparison'>): Proposal {
    const comparison = this.#find(source.comparisonId);
    return proposeLikeReference(this.#parts, comparison, source);
  }

  export(
    comparisonId: string,
    format: ComparisonFormat,
    keys: readonly string[] | null,
  ): { fileName: string; mimeType: string; text: string } {
    const { reference, columns, rows, ignored } = this.#find(comparisonId);
    const { connections, ports } = this.#parts;
    const exportedKeys = keys ?? [...rows.keys()];
    return exportedComparison(format, {
      at: ports.clock.now(),
      reference,
      columns: columns.map((column) => ({
        ...column,
        name: connections.find(column.connectionId).name,
      })),
      ignored: [...ignored],
      rows: exportedKeys.flatMap((key) => rows.get(key)?.row ?? []),
    });
  }

  close(comparisonId: string): void {
    this.#open.delete(comparisonId);
  }

  #addOpen(comparisonId: string, comparison: Comparison): void {
    this.#open.set(comparisonId, comparison);
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= mostOpen) return;
      this.#open.delete(oldest);
    }
  }

  #find(comparisonId: string): Comparison {
    const comparison = this.#open.get(comparisonId);
    if (comparison === undefined) throw noSuchComparison();
    return comparison;
  }

  async #webhooksOf(
    webhooks: Iterable<ListedWebhook>,
    signal: AbortSignal | undefined,
  ): Promise<ListedWebhook[]> {
    const listed: ListedWebhook[] = [];
    for (const webhook of webhooks) {
      listed.push(webhook);
      if (listed.length % webhooksPerTurn === 0) await this.#yield(signal);
    }
    return listed;
  }

  async #compareList(
    reference: ReferenceList,
    other: OtherList,
    ignored: ReadonlySet<string>,
    signal: AbortSignal | undefined,
  ): Promise<ListComparison> {
    const steps = compareList(reference, other, ignored);
    for (let count = 1; ; count += 1) {
      const step = steps.next();
      if (step.done === true) return step.value;
      if (count % webhooksPerTurn === 0) await this.#yield(signal);
    }
  }

  async #yield(signal: AbortSignal | undefined): Promise<void> {
    await this.#parts.ports.clock.yieldToEventLoop();
    stopIfCancelled(signal);
  }
}

const isReference = (reference: ComparisonReference, connectionId: string): boolean =>
  reference.kind === 'installation' && reference.connectionId === connectionId;

function loadReference(
  parts: Parts,
  reference: ComparisonReference,
  signal?: AbortSignal,
): Promise<LoadedReference> {
  switch (reference.kind) {
    case 'installation':
      return installationReference(parts, reference.connectionId);
    case 'bundle':
      return fileReference(parts, reference.fileId, signal);
    case 'history':
      return historyReference(parts, reference, signal);
  }
}

async function installationReference(
  { connections, snapshots, snapshotPersistence }: Parts,
  connectionId: string,
): Promise<LoadedReference> {
  const { name, variant } = connections.find(connectionId);
  const snapshot = await snapshotPersistence.load(connectionId);
  if (snapshot === null) throw notRead(name);
  const { readAt, webhooks } = snapshot;
  return {
    reference: {
      name,
      facts: ageInWords(readAt),
      note: null,
      readAt,
      variant,
      find: (key) => snapshots.find(connectionId, key)?.webhook ?? null,
    },
    webhooks: webhooks.values(),
    keysOfUnknownState: new Set(),
    formerOf: () => () => null,
  };
}

type Source = SourceOf<'comparison'>;

interface Cell {
  readonly keyed: KeyedRow;
  readonly connectionId: string;
  readonly column: number;
}

/** The host reads all values from the lists, so that no secret passes a window. */
function proposeLikeReference(parts: Parts, comparison: Comparison, source: Source): Proposal {
  const cells = cellsOf(comparison, source);
  if (cells.length > planLimits.comparison) throw tooManyToMakeAlike(planLimits.comparison);
  const items = cells.map((cell) => itemOf(parts, comparison, cell, source));
  if (items.length === 0) throw nothingToMakeAlike();
  const { name } = comparison.reference;
  const title = `Match ${counted(items.length, 'webhook')} to ${name}`;
  return proposalOf(title, items);
}

function cellsOf({ rows, columns }: Comparison, source: Source): Cell[] {
  const keys = source.keys ?? [...rows.keys()];
  const selectedIds = source.connectionIds === null ? null : new Set(source.connectionIds);
  return keys.flatMap((key) => {
    const keyed = rows.get(key);
    if (keyed === undefined) throw noSuchComparedRow();
    return columns.flatMap(({ connectionId, readAt }, column): Cell[] => {
      if (readAt === null || selectedIds?.has(connectionId) === false) return [];
      const { kind } = cellAt(keyed.row, column);
      const isWritten = kind === 'differs' || kind === 'missing';
      const isRemoved = kind === 'extra' && source.alsoRemove;
      return isWritten || isRemoved ? [{ keyed, connectionId, column }] : [];
    });
  });
}

function itemOf(
  parts: Parts,
  comparison: Comparison,
  { keyed, connectionId, column }: Cell,
  { keys }: Source,
): ProposedItem {
  const { key, name } = keyed.row;
  const blank = blankItem(connectionId, `${connectionId}/${key}`, 'create');
  const reference = referenceSide(comparison, keyed);
  const partner = keyed.partners[column] ?? null;
  if (keyed.referenceKey !== null && reference === null) return changedItem(blank);
  if (partner === null) {
    return reference === null ? changedItem(blank) : createItem(parts, blank, reference);
  }
  const other = sideOf(parts, connectionId, partner, name);
  if (other === null) return changedItem(blank);
  const { webhook } = other;
  if (webhook.id === null) return { ...blank, problem: unaddressableProblem(webhook.idDefect) };
  const base: Webhook = webhook;
  if (reference === null) {
    // Of many, a person selects those to delete.
    const selected = keys !== null;
    const reasons = [sharedReasons.notOnReference];
    return { ...blank, action: 'delete', base, reasons, selected };
  }
  const { ignored } = comparison;
  return {
    ...blank,
    action: 'update',
    base,
    definition: likeReference(reference, other, ignored),
    reasons: [
      ...methodReasons(reference, other, ignored),
      ...secretReasons(partsOfUnknownSecret(reference, other, ignored), 'It is not changed.'),
    ],
  };
}

/** Why a method that differs stays; empty when it does not. */
function methodReasons(reference: Side, other: Side, ignored: ReadonlySet<string>): string[] {
  if (ignored.has('method') || canHold('method', reference, other)) return [];
  const { method } = reference.webhook;
  return [`Method ${other.webhook.method} stays: ${method} is not supported here.`];
}

/** That the reference does not report secrets, and what that means; empty without such parts. */
function secretReasons(parts: readonly string[], advice: string): string[] {
  if (parts.length === 0) return [];
  const inWords = parts.map(partInWords).join(', ');
  return [`The reference does not report the secret of: ${inWords}. ${advice}`];
}

function createItem({ connections }: Parts, item: ProposedItem, reference: Side): ProposedItem {
  const { variant } = connections.find(item.connectionId);
  const { definition, losses, unknown } = newLikeReference(reference, variant);
  const isForJobs = reference.webhook.payloadType === 'JOB' && !variants[variant].hasPayloadType;
  return {
    ...item,
    definition,
    losses,
    reasons: [
      ...secretReasons(unknown, 'Enter it after publishing.'),
      ...(isForJobs ? ['The reference uses it for jobs; here it is for alerts.'] : []),
    ],
    selected: unknown.length === 0 && !isForJobs,
  };
}

const changedItem = (item: ProposedItem): ProposedItem => ({
  ...item,
  problem: changedSinceCompared,
});
