import { boundHeap } from '#adapters/machine/bound-heap.ts';
import { readSelfCheck } from '#self-check/self-check-options.ts';
import { startApplication } from './application.ts';
import { composeDesktop } from './composition.ts';
import { startSelfCheck } from './check-desktop-host.ts';

boundHeap();
const selfCheck = readSelfCheck(process.argv.slice(1));
if (selfCheck === null) startApplication(composeDesktop);
else startSelfCheck(selfCheck, composeDesktop);
