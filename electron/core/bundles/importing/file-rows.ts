import { withRetained } from '#domain/bundle/plan/retained-parts.ts';
import { destinationOf, isSource, type PlanChoices } from '#domain/bundle/plan/plan-target.ts';
import { proposeBundleItems } from '#domain/bundle/plan/propose-bundle-items.ts';
import { withShownAs } from '#domain/bundle/plan/shown-row.ts';
import { type PortableWebhook, secretsOf } from '#domain/bundle/portable.ts';
import type { BundleRow } from '#domain/bundle/bundle-row.ts';
import type { ProposedItem, RowSecrets } from '#domain/publishing/decide-row.ts';
import type { RowAnswers } from '#domain/publishing/plan.ts';
import type { PlanOptions } from '../../bundle-ports.ts';
import type { GivenSecret, PlanAnswers } from '../../plan-ports.ts';
import type { ReadInstallation, RowSource } from '../../preparing/plan-rows.ts';

/** Proposes the webhooks of a file, or copied webhooks, for each installation. */
export class FileRows implements RowSource {
  readonly followsAnswers = true;
  readonly #rows: readonly BundleRow[];
  readonly #webhooks: ReadonlyMap<string, PortableWebhook>;
  readonly #keys: ReadonlySet<string> | null;
  readonly #options: PlanOptions;

  constructor(rows: readonly BundleRow[], options: PlanOptions) {
    this.#rows = rows;
    this.#keys = options.keys === null ? null : new Set(options.keys);
    this.#options = options;
    this.#webhooks = new Map(
      rows.flatMap(({ key, content }) =>
        content.kind === 'webhook' ? [[key, content.webhook] as const] : [],
      ),
    );
  }

  propose(
    connectionId: string,
    read: ReadInstallation | null,
    answers: PlanAnswers,
  ): ProposedItem[] {
    if (read === null) return [];
    const to = { connectionId, fingerprint: read.fingerprint, list: read.list };
    const { alsoRemove, asksForNames = false, retained = null, eachToItsSource } = this.#options;
    const secrets = answers.secrets.get(connectionId) ?? [];
    const rows = eachToItsSource
      ? this.#rows.filter(({ origin }) => isSource(origin, to))
      : this.#rows;
    const proposed = proposeBundleItems(rows, to, {
      removeOthers: alsoRemove,
      asksForNames,
      retained,
      decisions: answersByFileKey(connectionId, answers),
      secrets: byDestination(secrets),
    });
    return (
      proposed
        // Rows that were not chosen are still in the file, so their webhooks must not be removed.
        .filter(({ fileRow }) => fileRow == null || this.#keys?.has(fileRow.key) !== false)
        .map((item) => this.#withSecrets(item, secrets))
    );
  }

  #withSecrets(item: ProposedItem, given: readonly GivenSecret[]): ProposedItem {
    const webhook = this.#webhookOf(item);
    const names = webhook === null ? [] : secretsOf(webhook);
    if (webhook === null || names.length === 0) return item;
    const secrets = rowSecrets(names, destinationOf(webhook, item.base), given);
    const isDecided = item.needs === undefined || item.needs.length === 0;
    return { ...(isDecided ? withShownAs(item, webhook) : item), secrets };
  }

  #webhookOf({ fileRow, base }: ProposedItem): PortableWebhook | null {
    const webhook = this.#webhooks.get(fileRow?.key ?? '');
    if (webhook === undefined) return null;
    const { retained } = this.#options;
    return base === null || retained == null ? webhook : withRetained(webhook, base, retained);
  }
}

function rowSecrets(
  names: readonly string[],
  destination: string,
  given: readonly GivenSecret[],
): RowSecrets {
  const here = given.filter((secret) => secret.destination === destination);
  return {
    destination,
    filled: names.flatMap((name) => {
      const secret = here.findLast((each) => each.name === name);
      return secret === undefined ? [] : [{ name, remembered: secret.remembered }];
    }),
  };
}

function answersByFileKey(connectionId: string, { rows }: PlanAnswers): Map<string, RowAnswers> {
  const prefix = `${connectionId}/`;
  const own = [...rows].filter(([key]) => key.startsWith(prefix));
  return new Map(own.map(([key, answers]) => [key.slice(prefix.length), answers]));
}

const byDestination = (secrets: readonly GivenSecret[]): PlanChoices['secrets'] =>
  new Map(
    [...Map.groupBy(secrets, ({ destination }) => destination)].map(([destination, group]) => [
      destination,
      new Map(group.map(({ name, value }) => [name, value])),
    ]),
  );
