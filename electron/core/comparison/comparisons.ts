import {
  type ComparedRow,
  type CompareEvent,
  type ComparisonFormat,
  type ComparisonInput,
  type ComparisonReference,
  maxCompared,
} from '#contract/comparisons.ts';
import type { SourceOf } from '#contract/plans.ts';
import { fieldsLackedBy, type Side } from '#domain/comparison/compared-parts.ts';
import { ageInWords, exportedComparison } from '#domain/comparison/export/exported-comparison.ts';
import {
  cellAt,
  type ComparedList,
  compareList,
  type MatrixColumn,
  type OtherList,
  type ReferenceList,
  referenceList,
} from '#domain/comparison/matrix.ts';
import { partDetails } from '#domain/comparison/row-details.ts';
import { inParts } from '#domain/in-parts.ts';
import { isUnreadable, type ListedWebhook, unreadableInWords } from '#domain/webhook/listed.ts';
import { stopIfCancelled } from '../problems.ts';
import {
  noSuchComparedRow,
  noSuchComparison,
  notRead,
  onlyReference,
  tooManyInstallations,
} from './comparison-problems.ts';
import { fileReference } from './file-reference.ts';
import {
  type ComparisonNeeds,
  type HeldComparison,
  type OpenedReference,
  referenceSide,
  sideOf,
} from './held-comparison.ts';
import type { Proposal } from '../preparing/proposal.ts';
import { historyReference } from './history-reference.ts';
import { proposeLikeReference } from './like-items.ts';
import { countsOf, heldRows } from './matrix-rows.ts';

type Progress = Extract<CompareEvent, { kind: 'progress' }>;

const namesPerTurn = 100;
const rowsAtOnce = 500;
/** Windows close their comparisons; a window that crashed does not. */
const mostHeld = 8;

export class Comparisons {
  readonly #needs: ComparisonNeeds;
  readonly #held = new Map<string, HeldComparison>();

  constructor(needs: ComparisonNeeds) {
    this.#needs = needs;
  }

  async *open(
    { reference: asked, otherIds, ignoredParts }: ComparisonInput,
    signal?: AbortSignal,
  ): AsyncGenerator<CompareEvent, void, void> {
    const { ports, connections, snapshots, snapshotPersistence } = this.#needs;
    const ids = [...new Set(otherIds)].filter((id) => !isReference(asked, id));
    if (ids.length === 0) throw onlyReference();
    if (ids.length > maxCompared) throw tooManyInstallations();
    const others = ids.map((id) => connections.find(id));
    await Promise.all(ids.map((id) => snapshotPersistence.load(id)));
    const { held, webhooks, unknown, formerOf } = await openReference(this.#needs, asked, signal);
    const { variant, readAt } = held;
    const ignored = new Set(ignoredParts);
    const notes = held.note === null ? [] : [held.note];
    const readable = async (all: Iterable<ListedWebhook>, name: string) => {
      const listed = await this.#webhooksOf(all, signal);
      const unreadable = listed.filter(isUnreadable);
      if (unreadable.length === 0) return listed;
      notes.push(`${unreadableInWords(unreadable)} on “${name}”: left out.`);
      return listed.filter((webhook) => !isUnreadable(webhook));
    };
    const reference = referenceList(variant, await readable(webhooks, held.name), unknown);
    const columns: MatrixColumn[] = [];
    const lists: (ComparedList | null)[] = [];
    for (const [index, other] of others.entries()) {
      yield { kind: 'progress', done: index, total: others.length } satisfies Progress;
      stopIfCancelled(signal);
      const read = snapshots.get(other.id);
      const list =
        read === null
          ? null
          : await this.#compared(
              reference,
              {
                variant: other.variant,
                webhooks: await readable(read.webhooks.values(), other.name),
                formerOf: formerOf(other),
              },
              ignored,
              signal,
            );
      lists.push(list);
      columns.push({
        connectionId: other.id,
        readAt: read?.readAt ?? null,
        counts: countsOf(list),
        lacks: fieldsLackedBy(variant, other.variant),
        unreported: [...(list?.unreported ?? [])],
      });
    }
    const rows = heldRows(reference, lists);
    const comparisonId = ports.newId();
    const note = notes.length === 0 ? null : notes.join(' ');
    this.#hold(comparisonId, {
      reference: { ...held, note },
      columns,
      ignored,
      rows: new Map(rows.map((each) => [each.row.key, each])),
    });
    for (const part of inParts(rows, rowsAtOnce)) {
      yield { kind: 'rows', rows: part.map(({ row }) => row) };
      await ports.clock.yieldToEventLoop();
    }
    yield { kind: 'end', comparisonId, readAt, note, columns };
  }

  row(comparisonId: string, key: string, secretsShown = false): ComparedRow {
    const comparison = this.#find(comparisonId);
    const held = comparison.rows.get(key);
    if (held === undefined) throw noSuchComparedRow();
    const { columns, ignored } = comparison;
    const reference = referenceSide(comparison, held);
    const sides: Side[] = [];
    const cells = columns.flatMap(({ connectionId, readAt }, column) => {
      if (readAt === null) return [];
      const webhook = held.partners[column] ?? null;
      const side = webhook === null ? null : sideOf(this.#needs, connectionId, webhook);
      const { kind } = cellAt(held.row, column);
      if (side === null || reference === null) return { connectionId, kind, webhook, side: null };
      return { connectionId, kind, webhook, side: sides.push(side) - 1 };
    });
    return {
      key,
      name: held.row.name,
      reference: held.referenceKey,
      cells,
      parts: reference === null ? [] : partDetails(reference, sides, ignored, secretsShown),
    };
  }

  propose(source: SourceOf<'comparison'>): Proposal {
    const comparison = this.#find(source.comparisonId);
    return proposeLikeReference(this.#needs, comparison, source);
  }

  export(
    comparisonId: string,
    format: ComparisonFormat,
    keys: readonly string[] | null,
  ): { fileName: string; mimeType: string; text: string } {
    const { reference, columns, rows, ignored } = this.#find(comparisonId);
    const { connections, ports } = this.#needs;
    const wanted = keys ?? [...rows.keys()];
    return exportedComparison(format, {
      at: ports.clock.now(),
      reference,
      columns: columns.map((column) => ({
        ...column,
        name: connections.find(column.connectionId).name,
      })),
      ignored: [...ignored],
      rows: wanted.flatMap((key) => rows.get(key)?.row ?? []),
    });
  }

  close(comparisonId: string): void {
    this.#held.delete(comparisonId);
  }

  #hold(comparisonId: string, comparison: HeldComparison): void {
    this.#held.set(comparisonId, comparison);
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= mostHeld) return;
      this.#held.delete(oldest);
    }
  }

  #find(comparisonId: string): HeldComparison {
    const found = this.#held.get(comparisonId);
    if (found === undefined) throw noSuchComparison();
    return found;
  }

  async #webhooksOf(
    all: Iterable<ListedWebhook>,
    signal: AbortSignal | undefined,
  ): Promise<ListedWebhook[]> {
    const webhooks: ListedWebhook[] = [];
    for (const webhook of all) {
      webhooks.push(webhook);
      if (webhooks.length % namesPerTurn === 0) await this.#yield(signal);
    }
    return webhooks;
  }

  async #compared(
    reference: ReferenceList,
    other: OtherList,
    ignored: ReadonlySet<string>,
    signal: AbortSignal | undefined,
  ): Promise<ComparedList> {
    const steps = compareList(reference, other, ignored);
    for (let count = 1; ; count += 1) {
      const step = steps.next();
      if (step.done === true) return step.value;
      if (count % namesPerTurn === 0) await this.#yield(signal);
    }
  }

  async #yield(signal: AbortSignal | undefined): Promise<void> {
    await this.#needs.ports.clock.yieldToEventLoop();
    stopIfCancelled(signal);
  }
}

const isReference = (reference: ComparisonReference, connectionId: string): boolean =>
  reference.kind === 'installation' && reference.connectionId === connectionId;

function openReference(
  needs: ComparisonNeeds,
  reference: ComparisonReference,
  signal?: AbortSignal,
): Promise<OpenedReference> {
  switch (reference.kind) {
    case 'installation':
      return installationReference(needs, reference.connectionId);
    case 'bundle':
      return fileReference(needs, reference.fileId, signal);
    case 'history':
      return historyReference(needs, reference, signal);
  }
}

async function installationReference(
  { connections, snapshots, snapshotPersistence }: ComparisonNeeds,
  connectionId: string,
): Promise<OpenedReference> {
  const { name, variant } = connections.find(connectionId);
  const snapshot = await snapshotPersistence.load(connectionId);
  if (snapshot === null) throw notRead(name);
  const { readAt, webhooks } = snapshot;
  return {
    held: {
      name,
      facts: ageInWords(readAt),
      note: null,
      readAt,
      variant,
      find: (key) => snapshots.find(connectionId, key)?.webhook ?? null,
    },
    webhooks: webhooks.values(),
    unknown: new Set(),
    formerOf: () => () => null,
  };
}
