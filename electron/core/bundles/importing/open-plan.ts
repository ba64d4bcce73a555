import type { PlanRowView } from '#contract/plans.ts';
import { rowView } from '#contract/row-view.ts';
import type { GivenSecret, Planned, PlanOptions, TargetChoices } from '../../bundle-ports.ts';
import { decideBundleRows } from '#domain/bundle/plan/decide-bundle-rows.ts';
import { withRetained } from '#domain/bundle/plan/retained-parts.ts';
import { isSource } from '#domain/bundle/plan/is-source.ts';
import { withShownAs } from '#domain/bundle/plan/shown-row.ts';
import { destinationOf } from '#domain/bundle/plan/destination.ts';
import { type PortableWebhook, secretsOf } from '#domain/bundle/portable.ts';
import type { BundleRow } from '#domain/bundle/bundle-row.ts';
import { type InstallationList, installationList } from '#domain/publishing/installation-list.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';

interface PlannedInstallation {
  fingerprint: string;
  readonly webhooks: ListedWebhook[];
  list: InstallationList | null;
  rows: ReadonlyMap<string, PlanRow>;
  given: GivenTo;
  changed: readonly string[];
}

/** Secret names by destination; the value tells whether the vault remembered it. */
type GivenTo = (destination: string) => ReadonlyMap<string, boolean>;

export class OpenPlan {
  readonly #rows: BundleRow[] = [];
  readonly #webhooks = new Map<string, PortableWebhook>();
  readonly #keys: ReadonlySet<string> | null;
  readonly #options: PlanOptions;
  readonly #targets = new Map<string, PlannedInstallation>();

  constructor(rows: readonly BundleRow[], options: PlanOptions) {
    this.#keys = options.keys === null ? null : new Set(options.keys);
    this.#options = options;
    this.addRows(rows);
  }

  /** Must be called before `plan`. */
  addRows(rows: readonly BundleRow[]): void {
    for (const row of rows) {
      const { key, content } = row;
      this.#rows.push(row);
      if (content.kind === 'webhook') this.#webhooks.set(key, content.webhook);
    }
  }

  addTarget(connectionId: string, fingerprint: string): void {
    this.#target(connectionId).fingerprint = fingerprint;
  }

  addLive(connectionId: string, webhooks: readonly ListedWebhook[]): void {
    const { webhooks: held } = this.#target(connectionId);
    for (const webhook of webhooks) held.push(webhook);
  }

  plan(connectionId: string, variant: VariantId, choices: TargetChoices): Planned {
    const target = this.#target(connectionId);
    target.list ??= installationList(variant, target.webhooks);
    const { list, fingerprint } = target;
    const to = { connectionId, fingerprint, list };
    const planned = decideBundleRows(
      this.#options.eachToItsSource
        ? this.#rows.filter(({ origin }) => isSource(origin, to))
        : this.#rows,
      to,
      {
        removeOthers: this.#options.alsoRemove,
        asksForNames: this.#options.asksForNames ?? false,
        retained: this.#options.retained ?? null,
        decisions: choices.answers,
        secrets: byDestination(choices.secrets),
      },
    );
    // Rows that were not chosen are still in the file, so their webhooks must not be removed.
    const wanted = planned.filter(
      ({ fileRow }) => fileRow === null || this.#keys?.has(fileRow.key) !== false,
    );
    const before = target.rows;
    const given = givenTo(choices.secrets);
    const rows = new Map(wanted.map((row) => [row.key, row]));
    const isNews = (row: PlanRow): boolean => {
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

  changed(connectionId: string, from: number, count: number): PlanRowView[] {
    const { changed, rows, given } = this.#target(connectionId);
    return changed.slice(from, from + count).flatMap((key) => {
      const row = rows.get(key);
      return row === undefined ? [] : [this.#view(row, given)];
    });
  }

  rows(connectionId: string, from: number, count: number): PlanRow[] {
    const { rows } = this.#target(connectionId);
    return [...rows.values()]
      .slice(from, from + count)
      .map((row) => withShownAs(row, this.#webhookOf(row)));
  }

  row(connectionId: string, key: string): PlanRow | null {
    const row = this.#target(connectionId).rows.get(key);
    return row === undefined ? null : withShownAs(row, this.#webhookOf(row));
  }

  #view(row: PlanRow, given: GivenTo): PlanRowView {
    return planRowView(row, this.#webhookOf(row), given);
  }

  #looksAs(a: PlanRow, givenToA: GivenTo, b: PlanRow, givenToB: GivenTo): boolean {
    return JSON.stringify(this.#view(a, givenToA)) === JSON.stringify(this.#view(b, givenToB));
  }

  #webhookOf({ fileRow, base }: PlanRow): PortableWebhook | null {
    const webhook = fileRow === null ? undefined : this.#webhooks.get(fileRow.key);
    if (webhook === undefined) return null;
    const { retained } = this.#options;
    return base === null || retained == null ? webhook : withRetained(webhook, base, retained);
  }

  #target(connectionId: string): PlannedInstallation {
    const known = this.#targets.get(connectionId);
    if (known !== undefined) return known;
    const target = {
      fingerprint: '',
      webhooks: [],
      list: null,
      rows: new Map<string, PlanRow>(),
      given: givenTo([]),
      changed: [],
    };
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

/** @param webhook `null` for a removal and for an unreadable row */
function planRowView(
  row: PlanRow,
  webhook: PortableWebhook | null,
  valuesFor: GivenTo,
): PlanRowView {
  const names = webhook === null ? [] : secretsOf(webhook);
  const destination =
    webhook === null || names.length === 0 ? '' : destinationOf(webhook, row.base);
  const given = valuesFor(destination);
  const filled = names.flatMap((name) => {
    const remembered = given.get(name);
    return remembered === undefined ? [] : [{ name, remembered }];
  });
  return { ...rowView(row), destination, filled };
}
