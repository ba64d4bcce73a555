import { sentUrl } from './sent-url.ts';
import type { ListedSummary } from '../webhook/listed.ts';
import { severityNames, type Severity } from '../webhook/webhook.ts';

export type CoveredWebhook = Pick<
  ListedSummary,
  'id' | 'name' | 'url' | 'enabled' | 'severities' | 'payloadType'
>;

export type Gap =
  { readonly kind: 'all-alerts' } | { readonly kind: 'severity'; readonly severity: Severity };

export interface EqualTarget<Row extends CoveredWebhook = CoveredWebhook> {
  /** From the first webhook. May contain a secret. */
  readonly url: string;
  readonly webhooks: readonly Row[];
  readonly duplicatedSeverities: readonly Severity[];
  readonly duplicatesJobs: boolean;
}

export interface Coverage<Row extends CoveredWebhook = CoveredWebhook> {
  readonly bySeverity: Readonly<Record<Severity, readonly Row[]>>;
  readonly jobs: readonly Row[];
  readonly gaps: readonly Gap[];
  readonly equalTargets: readonly EqualTarget<Row>[];
}

export function coverage<Row extends CoveredWebhook>(webhooks: readonly Row[]): Coverage<Row> {
  const enabled = webhooks.filter((webhook) => webhook.enabled);
  const forAlerts = enabled.filter(receivesAlerts);
  const of = (severity: Severity): Row[] =>
    forAlerts.filter(({ severities }) => severities[severity]);
  const bySeverity = {
    low: of('low'),
    medium: of('medium'),
    high: of('high'),
    cleared: of('cleared'),
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
    (severity) => !webhooks.some((each) => receivesAlerts(each) && each.severities[severity]),
  );
  if (missing.length === severityNames.length) return [{ kind: 'all-alerts' }];
  return missing.map((severity) => ({ kind: 'severity', severity }));
}

function equalTargetsAmong<Row extends CoveredWebhook>(
  enabled: readonly Row[],
): EqualTarget<Row>[] {
  const groups = Map.groupBy(enabled, ({ url }) => targetOf(url));
  const found: EqualTarget<Row>[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined || group.length < 2) continue;
    found.push({
      url: first.url,
      webhooks: group,
      duplicatedSeverities: severityNames.filter((severity) =>
        atLeastTwo(group, (row) => row.payloadType !== 'JOB' && row.severities[severity]),
      ),
      duplicatesJobs: atLeastTwo(group, ({ payloadType }) => payloadType === 'JOB'),
    });
  }
  return [...found.filter(sendsDuplicates), ...found.filter((target) => !sendsDuplicates(target))];
}

export const sendsDuplicates = ({ duplicatedSeverities, duplicatesJobs }: EqualTarget): boolean =>
  duplicatedSeverities.length > 0 || duplicatesJobs;

const atLeastTwo = <Row>(rows: readonly Row[], holds: (row: Row) => boolean): boolean =>
  rows.filter(holds).length > 1;

/** Normalizes a URL (WHATWG) without its fragment, which is never sent. Trims other text. */
export function targetOf(url: string): string {
  if (isNormal.test(url)) return url;
  return URL.canParse(url) ? sentUrl(url) : url.trim();
}

/** URLs that are certainly normalized already. Skipping the parser saves time for long lists. */
const isNormal =
  /^https?:\/\/(?!.*xn--)(?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*(?::(?!(?:80|443)\/)[1-9]\d{0,3})?(?:\/(?!\.)[\w~.-]*)+(?:\?[\w~.=&+:@/-]*)?$/;

export const gapInWords = (gap: Gap): string =>
  gap.kind === 'all-alerts'
    ? 'No enabled webhook receives alerts.'
    : `No enabled webhook receives ${gap.severity.toUpperCase()}.`;
