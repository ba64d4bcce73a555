import type { InstallationList } from '../../publishing/installation-list.ts';
import type { RowAnswers } from '../../publishing/plan.ts';
import type { Webhook } from '../../webhook/webhook.ts';
import type { RowOrigin } from '../bundle-row.ts';
import { printPieces } from '../text-with-secrets.ts';
import type { PortableWebhook } from '../portable-webhook.ts';
import type { PartsNotTaken } from './parts-not-taken.ts';

/** The installation for which a bundle is planned. */
export interface PlanTarget {
  readonly connectionId: string;
  /** SHA-256 of the API root. */
  readonly fingerprint: string;
  readonly list: InstallationList;
}

/** The answers to a row. */
export interface RowDecision extends RowAnswers {
  /** Name that the paired webhook had in the earlier plan; another name means another webhook. */
  readonly pairedName?: string | undefined;
}

/** The decisions of a person about the plan of a bundle. */
export interface PlanChoices {
  /** Whether the plan lists the deletion of webhooks that the bundle lacks. */
  readonly removeOthers: boolean;
  /** Whether a person decides which webhook an existing name means. */
  readonly asksForNames?: boolean;
  readonly retained?: PartsNotTaken | null;
  /** By key of the row. */
  readonly decisions: ReadonlyMap<string, RowDecision>;
  /** By destination, then by secret name. */
  readonly secrets: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Whether the row comes from this installation. Files of version 1.0 have no fingerprint. */
export function isSource(
  origin: RowOrigin | null,
  { connectionId, fingerprint }: Pick<PlanTarget, 'connectionId' | 'fingerprint'>,
): boolean {
  if (origin === null) return false;
  return origin.fingerprint === null
    ? origin.connection === connectionId
    : origin.fingerprint === fingerprint;
}

/** The URL with secret names in it. A secret's value is used only for the destination it was given for. */
export const destinationOf = (
  { url, missing }: PortableWebhook,
  live: Pick<Webhook, 'url'> | null,
): string => (missing.includes('url') ? (live?.url ?? '') : printPieces(url));
