import type { HookdeskClient } from '#contract/index.ts';

export type ExportApi = Pick<
  HookdeskClient['bundles'],
  | 'prepareExport'
  | 'exportSecret'
  | 'plainTexts'
  | 'markSecret'
  | 'unmarkSecret'
  | 'writeExport'
  | 'forgetExport'
>;
