import { exportProcedures } from './bundle-export.ts';
import { importProcedures } from './bundle-import.ts';

/* The groups of procedures. No output may contain a secret; `no-secrets.test.ts` checks this. */

export { appProcedures as app } from './app.ts';
export { settingsProcedures as settings } from './settings.ts';
export { connectionProcedures as connections } from './connections.ts';
export { sessionProcedures as sessions } from './sessions.ts';
export { detectionProcedures as detection } from './detection.ts';
export { vaultProcedures as vault } from './vault.ts';
export { practiceProcedures as practice } from './practice.ts';
export { webhookProcedures as webhooks } from './webhooks.ts';
export { snapshotProcedures as snapshots } from './snapshots.ts';
export { recentProcedures as recent } from './recent.ts';
export { searchProcedures as search } from './search.ts';
export { publishingProcedures as publishing } from './publishing.ts';
export { draftProcedures as drafts } from './drafts.ts';
export { planProcedures as plans } from './plans.ts';
export { pauseProcedures as pauses } from './pauses.ts';
export { watchingProcedures as watching } from './watching.ts';
export { editManyProcedures as editMany } from './edit-many.ts';
export { comparisonProcedures as comparisons } from './comparisons.ts';
export { rotationProcedures as rotation } from './rotation.ts';
export { coverageProcedures as coverage } from './coverage.ts';
export { journalProcedures as journal } from './journal.ts';
export { templateProcedures as templates } from './templates.ts';
export { testSendProcedures as testSends } from './test-sends.ts';
export { receiverProcedures as receiver } from './test-sends.ts';
export { updateProcedures as updates } from './updates.ts';

export const bundles = { ...exportProcedures, ...importProcedures };
