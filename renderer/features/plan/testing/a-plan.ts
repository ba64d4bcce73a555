import type { PlanRowView, PlanState } from '#contract/plans.ts';
import type { RowOutcome, RowResult } from '#domain/publishing/plan.ts';

/** A ready row that updates a webhook on acme, with the given changes. */
export const aRow = (key: string, changes: Partial<PlanRowView> = {}): PlanRowView => ({
  key,
  connectionId: 'acme',
  action: 'update',
  state: 'ready',
  reasons: [],
  draftId: `acme/${key}`,
  undoes: null,
  problem: null,
  fileRow: null,
  answers: {},
  needs: [],
  alternatives: [],
  losses: [],
  issues: [],
  selected: (changes.state ?? 'ready') === 'ready',
  destination: '',
  filled: [],
  name: `Webhook ${key}`,
  webhookId: 7,
  enables: false,
  changes: 'name',
  ...changes,
});

/** A row of a file that creates a webhook on acme, with the given changes. */
export const aFilePlanRow = (fileKey: string, changes: Partial<PlanRowView> = {}): PlanRowView => {
  const { connectionId = 'acme' } = changes;
  const name = `Webhook ${fileKey}`;
  return aRow(`${connectionId}/${fileKey}`, {
    action: 'create',
    draftId: null,
    fileRow: { key: fileKey, name },
    name,
    webhookId: null,
    changes: '',
    destination: 'https://hooks.example.com/ops',
    ...changes,
  });
};

export const aResult = (
  key: string,
  outcome: RowOutcome = 'done',
  changes: Partial<RowResult> = {},
): RowResult => ({
  key,
  outcome,
  webhookId: 7,
  entryId: `entry-${key}`,
  notes: [],
  problem: null,
  ...changes,
});

/** A running plan of three rows without outcomes, with the given changes. */
export const aPlanState = (changes: Partial<PlanState> = {}): PlanState => ({
  planId: 'plan',
  title: 'Publish 3 drafts',
  startedAt: new Date('2026-01-02T03:04:05Z'),
  status: 'running',
  counts: {
    done: 0,
    unchanged: 0,
    differs: 0,
    failed: 0,
    unknown: 0,
    'not-attempted': 0,
    cancelled: 0,
  },
  total: 3,
  left: 3,
  connectionNames: ['acme'],
  ...changes,
});
