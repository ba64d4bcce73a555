import { startApplication } from './application.ts';
import { composeDesktop } from './composition.ts';

startApplication(composeDesktop);
