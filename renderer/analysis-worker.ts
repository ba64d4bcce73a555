// First: schemas are made on import, and compiling them is what the page's policy forbids.
import './schemas-uncompiled.ts';
import { analyse, type AnalysisInput } from './model/analysis/analyse.ts';

/** The thread on which templates are checked and rendered, so that typing never waits for it. */
self.addEventListener('message', ({ data }: MessageEvent<AnalysisInput>) => {
  self.postMessage(analyse(data));
});
