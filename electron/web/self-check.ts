import { type SelfCheckReport } from '#self-check/report.ts';
import { type CheckedHost, makeCheckFolder, selfCheck } from '#self-check/self-check.ts';
import { composeWeb, type WebNeeds } from './composition.ts';
import { selfCheckPage } from './self-check-page.ts';
import type { Page } from './page.ts';

export interface CheckedParts
  extends
    Pick<CheckedHost, 'version' | 'keychain'>,
    Pick<WebNeeds, 'practiceServiceFile' | 'bundleThread'> {
  readonly page: Page;
}

/** Checks every part of the web host on a new data folder. */
export function checkWebHost(
  { page, version, keychain, ...programs }: CheckedParts,
  nameFolder: () => string = makeCheckFolder,
): Promise<SelfCheckReport> {
  return selfCheck(
    {
      ...(keychain !== undefined && { keychain }),
      version,
      host: 'web',
      compose: (dataFolder) => composeWeb({ ...programs, dataFolder, version }),
      page: (composition, dataFolder) => selfCheckPage(composition, { dataFolder, version, page }),
    },
    nameFolder,
  );
}
