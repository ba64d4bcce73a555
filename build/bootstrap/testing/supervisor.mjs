/**
 * For groups.test.ts: starts a child and a grandchild, and prints a line when all run. With the
 * argument `stubborn` they ignore SIGINT and SIGTERM.
 */
import { endGroupsOnSignals, endLike, startGroup } from '../groups.mjs';

const stubborn = process.argv[2] === 'stubborn';
const ignore = stubborn ? "process.on('SIGTERM', () => {}); process.on('SIGINT', () => {});" : '';
const forEver = `${ignore} setInterval(() => {}, 1000);`;
const inner = `${forEver} console.log('all are there');`;
const outer = `${forEver} require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit' });`;

endGroupsOnSignals({ grace: 200 });
endLike(await startGroup(process.execPath, ['-e', outer]).ended);
