/**
 * For groups.test.ts: starts a program that starts another one, both of which deserve their names,
 * and says when all are there. Argument `stubborn`: they do not end when they are asked to.
 */
import { endGroupsOnSignals, endLike, startGroup } from '../groups.mjs';

const stubborn = process.argv[2] === 'stubborn';
const ignore = stubborn ? "process.on('SIGTERM', () => {}); process.on('SIGINT', () => {});" : '';
const forEver = `${ignore} setInterval(() => {}, 1000);`;
const inner = `${forEver} console.log('all are there');`;
const outer = `${forEver} require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit' });`;

endGroupsOnSignals({ grace: 200 });
endLike(await startGroup(process.execPath, ['-e', outer]).ended);
