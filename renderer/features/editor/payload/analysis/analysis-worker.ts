// First, because schemas are made on import and the page's CSP forbids compiling them.
import '../../../../platform/zod-without-eval.ts';
import { analyse, type AnalysisInput } from './analyse.ts';

self.addEventListener('message', ({ data }: MessageEvent<AnalysisInput>) => {
  self.postMessage(analyse(data));
});
