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
    writeExport: os.writeExport.handler(({ input, signal }) =>
      withRpcErrors(exports.write(input, signal)),
    ),
    forgetExport: os.forgetExport.handler(({ input }) => exports.forget(input.exportId)),
  };
}
