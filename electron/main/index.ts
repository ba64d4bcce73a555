import { startApplication } from './application.ts';
import { compose } from './composition.ts';

startApplication(compose);
