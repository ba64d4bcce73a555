import type { BundleWorker, ExportWorker } from '#core/bundle-ports.ts';

/** Rejects every call: a test of bundles passes the real workers. */
export function fakeBundleWorks(): { bundleWorker: BundleWorker; exportWorker: ExportWorker } {
  return {
    bundleWorker: {
      add: uncalled,
      open: uncalled,
      rows: uncalled,
      bundleRows: uncalled,
      definitions: uncalled,
      forgetFile: uncalled,
      begin: uncalled,
      addRows: uncalled,
      addTarget: uncalled,
      addLive: uncalled,
      decide: uncalled,
      changedRows: uncalled,
      planRows: uncalled,
      planRow: uncalled,
      forgetPlan: uncalled,
    },
    exportWorker: {
      addSource: uncalled,
      addWebhooks: uncalled,
      findSecrets: uncalled,
      secrets: uncalled,
      secret: uncalled,
      plainTexts: uncalled,
      sourcesWith: uncalled,
      mark: uncalled,
      markOf: uncalled,
      write: uncalled,
      takeText: uncalled,
      forget: uncalled,
    },
  };
}

const uncalled = (): Promise<never> =>
  Promise.reject(new Error('This test does not expect work on bundles.'));
