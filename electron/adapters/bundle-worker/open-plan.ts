import type { BundlePlanRowView } from '#contract/bundle-import.ts';
import type { GivenSecret, Planned, PlannedItem, TargetChoices } from '#core/bundle-ports.ts';
import type { BundlePlanRow } from '#domain/bundle/plan/bundle-plan.ts';
import { decideBundleRows } from '#domain/bundle/plan/decide-bundle-rows.ts';
import { planItems } from '#domain/bundle/plan/plan-items.ts';
import { shownRow } from '#domain/bundle/plan/shown-row.ts';
import type { PortableWebhook } from '#domain/bundle/portable.ts';
import type { BundleRow } from '#domain/bundle/bundle-row.ts';
import { shownAsOf } from '#domain/publishing/shown-as.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { planRowView } from './plan-row-view.ts';

interface PlannedInstallation {
  readonly webhooks: Webhook[];
  rows: ReadonlyMap<string, BundlePlanRow>;
  given: GivenTo;
  changed: readonly string[];
}

/** Secret names by destination; the value tells whether the vault remembered it. */
type GivenTo = (destination: string) => ReadonlyMap<string, boolean>;

export class OpenPlan {
  readonly #rows: readonly BundleRow[];
  readonly #webhooks = new Map<string, PortableWebhook>();
  readonly #keys: ReadonlySet<string> | null;
  readonly #alsoRemove: boolean;
  readonly #targets = new Map<string, PlannedInstallation>();

  /** @param keys rows to plan; all rows are compared, so that the others are not removed */
  constructor(rows: readonly BundleRow[], keys: readonly string[] | null, alsoRemove: boolean) {
    this.#rows = rows;
    this.#keys = keys === null ? null : new Set(keys);
    this.#alsoRemove = alsoRemove;
    for (const { key, content } of rows) {
      if (content.kind === 'webhook') this.#webhooks.set(key, content.webhook);
    }
  }

  addLive(connectionId: string, webhooks: readonly Webhook[]): void {
    const { webhooks: held } = this.#target(connectionId);
    for (const webhook of webhooks) held.push(webhook);
  }

  plan(connectionId: string, variant: VariantId, choices: TargetChoices): Planned {
    const target = this.#target(connectionId);
    const plan = decideBundleRows(
      this.#rows,
      { connectionId, variant, webhooks: target.webhooks },
      {
        removeOthers: this.#alsoRemove,
        decisions: choices.decisions,
        secrets: byDestination(choices.secrets),
      },
    );
    // Rows that were not chosen are still in the file, so their webhooks must not be removed.
    const wanted = plan.rows.filter(
      ({ rowKey }) => rowKey === null || this.#keys?.has(rowKey) !== false,
    );
    const before = target.rows;
    const given = givenTo(choices.secrets);
    const rows = new Map(wanted.map((row) => [row.key, row]));
    const isNews = (row: BundlePlanRow): boolean => {
      const was = before.get(row.key);
      return was === undefined || !this.#looksAs(was, target.given, row, given);
    };
    target.changed = wanted.filter(isNews).map(({ key }) => key);
    target.rows = rows;
    target.given = given;
    return {
      changed: target.changed.length,
      gone: [...before.keys()].filter((key) => !rows.has(key)),
    };
  }

  changed(connectionId: string, from: number, count: number): BundlePlanRowView[] {
    const { changed, rows, given } = this.#target(connectionId);
    return changed.slice(from, from + count).flatMap((key) => {
      const row = rows.get(key);
      return row === undefined ? [] : [this.#view(row, given)];
    });
  }

  row(connectionId: string, key: string): BundlePlanRow | null {
    const row = this.#target(connectionId).rows.get(key);
    return row === undefined ? null : shownRow(row, this.#webhookOf(row));
  }

  items(connectionId: string, keys: readonly string[]): (PlannedItem | null)[] {
    const { rows } = this.#target(connectionId);
    return keys.map((key) => {
      const row = rows.get(key);
      if (row === undefined) return null;
      const [item] = planItems({ connectionId, rows: [row] }, new Set([key]));
      if (item === undefined) return null;
      const shown = shownRow(row, this.#webhookOf(row)).definition;
      return {
        ...item,
        ...(shown !== null &&
          item.definition !== null && { shownAs: shownAsOf(item.definition, shown) }),
        reasons: [...row.reasons, ...row.losses.map(({ message }) => message)],
      };
    });
  }

  #view(row: BundlePlanRow, given: GivenTo): BundlePlanRowView {
    return planRowView(row, this.#webhookOf(row), given);
  }

  #looksAs(a: BundlePlanRow, givenToA: GivenTo, b: BundlePlanRow, givenToB: GivenTo): boolean {
    return JSON.stringify(this.#view(a, givenToA)) === JSON.stringify(this.#view(b, givenToB));
  }

  #webhookOf({ rowKey }: BundlePlanRow): PortableWebhook | null {
    return rowKey === null ? null : (this.#webhooks.get(rowKey) ?? null);
  }

  #target(connectionId: string): PlannedInstallation {
    const known = this.#targets.get(connectionId);
    if (known !== undefined) return known;
    const target = { webhooks: [], rows: new Map(), given: givenTo([]), changed: [] };
    this.#targets.set(connectionId, target);
    return target;
  }
}

function byDestination(secrets: readonly GivenSecret[]): Map<string, ReadonlyMap<string, string>> {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const [destination, group] of Map.groupBy(secrets, (secret) => secret.destination)) {
    found.set(destination, new Map(group.map(({ name, value }) => [name, value])));
  }
  return found;
}

function givenTo(secrets: readonly GivenSecret[]): GivenTo {
  const none: ReadonlyMap<string, boolean> = new Map();
  const found = new Map<string, Map<string, boolean>>();
  for (const [destination, group] of Map.groupBy(secrets, (secret) => secret.destination)) {
    found.set(destination, new Map(group.map(({ name, remembered }) => [name, remembered])));
  }
  return (destination) => found.get(destination) ?? none;
}
