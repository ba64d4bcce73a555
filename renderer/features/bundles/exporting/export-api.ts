import type { HookdeskClient } from '#contract/index.ts';

export type ExportApi = Pick<
  HookdeskClient['bundles'],
  'prepareExport' | 'exportSecret' | 'writeExport' | 'forgetExport'
>;
