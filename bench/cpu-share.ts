import { accessSync, constants, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Control groups of version 1, which only root changes. */
const root = '/sys/fs/cgroup/cpu';
/** Microseconds. */
const period = 10_000;

/** Whether this machine lets the bench limit the share of a core that a process gets. */
export function canLimitCpu(): boolean {
  try {
    accessSync(join(root, 'cpu.cfs_quota_us'), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Limits a process to a share of one core. @returns removes the limit, once the process has ended */
export function limitCpu(pid: number, share: number): () => void {
  const group = join(root, `hookdesk-bench-${pid}`);
  mkdirSync(group);
  writeFileSync(join(group, 'cpu.cfs_period_us'), String(period));
  writeFileSync(join(group, 'cpu.cfs_quota_us'), String(share * period));
  writeFileSync(join(group, 'cgroup.procs'), String(pid));
  return () => {
    rmdirSync(group);
  };
}
