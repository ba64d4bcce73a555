import { join } from 'node:path';
import { bundleIfStale } from '../../bundle/bundle.ts';
import { endGroupsOnSignals, endLike, isEnding } from '../groups.mjs';
import { parseStartOptions } from '../start-options.mjs';
import { obtainElectron, runDesktop } from './desktop.ts';
import { openHookdesk } from './open-hookdesk.ts';
import { dataFolderOf, filesOf, root, selfCheckArguments } from './start-arguments.ts';
import { runWeb } from './web.ts';

endGroupsOnSignals();
const options = parseStartOptions(process.argv.slice(2));
if ('problem' in options) throw new Error(options.problem);
const { host, port, open } = options;
const data = dataFolderOf(options);
const files = filesOf(options);
const selfCheck = selfCheckArguments(options);

const ended = await openHookdesk(host, {
  isSelfCheck: selfCheck.length > 0,
  obtainElectron: () => obtainElectron(root, { insist: host === 'desktop' }),
  bundle: bundleIfStale,
  runDesktop: (binary) => runDesktop(root, binary, data, { files, selfCheck }),
  runWeb: () => runWeb(join(root, 'dist/web/main.js'), { port, data, files, open, selfCheck }),
  isEnding,
  now: () => performance.now(),
});
if (ended !== null) endLike(ended);
