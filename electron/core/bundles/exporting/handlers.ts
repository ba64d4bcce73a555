import { implement } from '@orpc/server';
import { exportProcedures } from '#contract/bundle-export.ts';
import { withRpcErrors } from '../../rpc-problems.ts';
import type { Exports } from './exports.ts';

export function exportHandlers(exports: Exports) {
  const os = implement(exportProcedures);
  return {
    prepareExport: os.prepareExport.handler(({ input, signal }) =>
      withRpcErrors(exports.prepare(input, signal)),
    ),
    exportSecret: os.exportSecret.handler(({ input }) =>
      exports.secret(input.exportId, input.name),
    ),
    plainTexts: os.plainTexts.handler(({ input, signal }) =>
      withRpcErrors(exports.plainTexts(input.exportId, signal)),
    ),
    markSecret: os.markSecret.handler(({ input, signal }) =>
      withRpcErrors(exports.mark(input.exportId, input.mark, signal)),
    ),
    unmarkSecret: os.unmarkSecret.handler(({ input, signal }) =>
      withRpcErrors(exports.unmark(input.exportId, input.name, signal)),
    ),
    writeExport: os.writeExport.handler(({ input, signal }) =>
      withRpcErrors(exports.write(input, signal)),
    ),
    forgetExport: os.forgetExport.handler(({ input }) => exports.forget(input.exportId)),
  };
}
