import { sentUrl } from './delivery-request.ts';
import type { ListedSummary } from '../webhook/listed.ts';
import { severityNames, type Severity } from '../webhook/webhook.ts';

export type CoveredWebhook = Pick<
  ListedSummary,
  'id' | 'name' | 'url' | 'enabled' | 'severities' | 'payloadType'
>;

/** Alerts that no enabled webhook receives. */
export type Gap =
  { readonly kind: 'all-alerts' } | { readonly kind: 'severity'; readonly severity: Severity };

/** Enabled webhooks with the same target. */
export interface EqualTarget<Row extends CoveredWebhook = CoveredWebhook> {
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
  readonly equalTargets: readonly EqualTarget<Row>[];
}

export function coverage<Row extends CoveredWebhook>(webhooks: readonly Row[]): Coverage<Row> {
  const enabled = webhooks.filter((webhook) => webhook.enabled);
  const forAlerts = enabled.filter(receivesAlerts);
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
    jobs: enabled.filter(({ payloadType }) => payloadType === 'JOB'),
    gaps: coverageGaps(enabled),
    equalTargets: equalTargetsAmong(enabled),
  };
}

const receivesAlerts = ({ enabled, payloadType }: CoveredWebhook): boolean =>
  enabled && payloadType !== 'JOB';

/** Fast for long lists: compares no targets. */
export function coverageGaps(webhooks: readonly CoveredWebhook[]): Gap[] {
  const missing = severityNames.filter(
    (severity) =>
      !webhooks.some((webhook) => receivesAlerts(webhook) && webhook.severities[severity]),
  );
  if (missing.length === severityNames.length) return [{ kind: 'all-alerts' }];
  return missing.map((severity) => ({ kind: 'severity', severity }));
}

function equalTargetsAmong<Row extends CoveredWebhook>(
  enabled: readonly Row[],
): EqualTarget<Row>[] {
  const groups = Map.groupBy(enabled, ({ url }) => targetOf(url));
  const targets: EqualTarget<Row>[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined || group.length < 2) continue;
    targets.push({
      url: first.url,
      webhooks: group,
      duplicatedSeverities: severityNames.filter((severity) =>
        atLeastTwo(group, (row) => row.payloadType !== 'JOB' && row.severities[severity]),
      ),
      duplicatesJobs: atLeastTwo(group, ({ payloadType }) => payloadType === 'JOB'),
    });
  }
  const withoutDuplicates = targets.filter((target) => !sendsDuplicates(target));
  return [...targets.filter(sendsDuplicates), ...withoutDuplicates];
}

/** Whether an alert or a job reaches the target more than once. */
export const sendsDuplicates = ({ duplicatedSeverities, duplicatesJobs }: EqualTarget): boolean =>
  duplicatedSeverities.length > 0 || duplicatesJobs;

const atLeastTwo = <Row>(rows: readonly Row[], test: (row: Row) => boolean): boolean =>
  rows.filter(test).length > 1;

/** Normalizes a URL (WHATWG) without its fragment, which is never sent. Trims other text. */
export function targetOf(url: string): string {
  if (normalizedUrl.test(url)) return url;
  return URL.canParse(url) ? sentUrl(url) : url.trim();
}

/** URLs that are certainly normalized already. Skipping the parser saves time for long lists. */
const normalizedUrl =
  /^https?:\/\/(?!.*xn--)(?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*(?::(?!(?:80|443)\/)[1-9]\d{0,3})?(?:\/(?!\.)[\w~.-]*)+(?:\?[\w~.=&+:@/-]*)?$/;

export const gapInWords = (gap: Gap): string =>
  gap.kind === 'all-alerts'
    ? 'No enabled webhook receives alerts.'
    : `No enabled webhook receives ${gap.severity.toUpperCase()}.`;
