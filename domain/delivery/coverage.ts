import type { ListedSummary } from '../webhook/listed.ts';
import { severityNames, type Severity } from '../webhook/webhook.ts';
import { sentUrl } from './delivery-request.ts';
import { isForJobs } from './receives.ts';

export type CoveredWebhook = Pick<
  ListedSummary,
  'id' | 'name' | 'url' | 'enabled' | 'severities' | 'payloadType'
>;

/** Alerts that no enabled webhook receives. Jobs without a webhook are no gap. */
export type Gap =
  { readonly kind: 'all-alerts' } | { readonly kind: 'severity'; readonly severity: Severity };

/** Enabled webhooks with the same target. It is harmless when none of them receives the same events as another. */
export interface SharedTarget<Row extends CoveredWebhook = CoveredWebhook> {
  /** From the first webhook. May contain a secret. */
  readonly url: string;
  readonly webhooks: readonly Row[];
  readonly duplicatedSeverities: readonly Severity[];
  readonly duplicatesJobs: boolean;
}

/** Which webhooks receive which alerts. */
export interface Coverage<Row extends CoveredWebhook = CoveredWebhook> {
  readonly bySeverity: Readonly<Record<Severity, readonly Row[]>>;
  readonly jobs: readonly Row[];
  readonly gaps: readonly Gap[];
  /** Those that get an event more than once come first. */
  readonly sharedTargets: readonly SharedTarget<Row>[];
}

export function coverageOf<Row extends CoveredWebhook>(webhooks: readonly Row[]): Coverage<Row> {
  const enabled = webhooks.filter((webhook) => webhook.enabled);
  const forAlerts = enabled.filter((webhook) => !isForJobs(webhook));
  const receiversOf = (severity: Severity): Row[] =>
    forAlerts.filter(({ severities }) => severities[severity]);
  const bySeverity = {
    low: receiversOf('low'),
    medium: receiversOf('medium'),
    high: receiversOf('high'),
    cleared: receiversOf('cleared'),
  };
  return {
    bySeverity,
    jobs: enabled.filter(isForJobs),
    gaps: coverageGaps(webhooks),
    sharedTargets: sharedTargetsAmong(enabled),
  };
}

/** The alerts that none of the webhooks receives. Fast for long lists: compares no targets. */
export function coverageGaps(webhooks: readonly CoveredWebhook[]): Gap[] {
  const missing = severityNames.filter(
    (severity) =>
      !webhooks.some(
        (webhook) => webhook.enabled && !isForJobs(webhook) && webhook.severities[severity],
      ),
  );
  if (missing.length === severityNames.length) return [{ kind: 'all-alerts' }];
  return missing.map((severity) => ({ kind: 'severity', severity }));
}

function sharedTargetsAmong<Row extends CoveredWebhook>(
  enabled: readonly Row[],
): SharedTarget<Row>[] {
  const groups = Map.groupBy(enabled, ({ url }) => comparableUrl(url));
  const targets: SharedTarget<Row>[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined || group.length < 2) continue;
    targets.push({
      url: first.url,
      webhooks: group,
      duplicatedSeverities: severityNames.filter((severity) =>
        atLeastTwo(group, (row) => !isForJobs(row) && row.severities[severity]),
      ),
      duplicatesJobs: atLeastTwo(group, isForJobs),
    });
  }
  const withoutDuplicates = targets.filter((target) => !sendsDuplicates(target));
  return [...targets.filter(sendsDuplicates), ...withoutDuplicates];
}

/** Whether an alert or a job reaches the target more than once. */
export const sendsDuplicates = ({ duplicatedSeverities, duplicatesJobs }: SharedTarget): boolean =>
  duplicatedSeverities.length > 0 || duplicatesJobs;

const atLeastTwo = <Row>(rows: readonly Row[], test: (row: Row) => boolean): boolean =>
  rows.filter(test).length > 1;

/** The URL as it is sent, so that equal targets are equal texts. Trims a text that is no URL. */
export function comparableUrl(url: string): string {
  if (normalizedUrl.test(url)) return url;
  return URL.canParse(url) ? sentUrl(url) : url.trim();
}

/**
 * URLs that `sentUrl` leaves as they are, such as `https://a.example:8443/x?a=1`, but not `https://a.example` or
 * `https://a.example/./x`: skipping the parser saves time for long lists. A property test compares both.
 */
const normalizedUrl =
  /^https?:\/\/(?!.*xn--)(?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*(?::(?!(?:80|443)\/)[1-9]\d{0,3})?(?:\/(?!\.)[\w~.-]*)+(?:\?[\w~.=&+:@/-]*)?$/;

export const gapInWords = (gap: Gap): string =>
  gap.kind === 'all-alerts'
    ? 'No enabled webhook receives alerts.'
    : `No enabled webhook receives ${gap.severity.toUpperCase()}.`;
