import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import type { CustomScheme } from 'electron';
import { pageContentTypes } from '#adapters/page-content-types.ts';
import { securityHeaders } from '#contract/security-headers.ts';
import { appHost, appScheme } from './window-address.ts';
import { errorCode } from '#adapters/error-code.ts';

/** Like https: no exemption from CSP or CORS. */
export const appSchemePrivileges: CustomScheme = {
  scheme: appScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

export function appProtocol(folder: string): (request: Request) => Promise<Response> {
  const root = resolve(folder);
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405);
    const path = fileOf(root, request.url);
    const type = path === null ? undefined : pageContentTypes[extname(path)];
    if (path === null || type === undefined) return refusal(404);
    const content = await readFileIfThere(path);
    if (content === null) return refusal(404);
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(content), {
      headers: { ...headers, 'content-type': type, 'content-length': String(content.length) },
    });
  };
}

const headers = { ...securityHeaders({ connect: [] }), 'cache-control': 'no-cache' };

function refusal(status: 404 | 405): Response {
  return new Response(null, { status, headers });
}

/** `null` outside the folder. */
function fileOf(root: string, address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== `${appScheme}:` || url.host !== appHost) return null;
  const named = decodePath(url.pathname);
  if (named === null || /[\\\0]/.test(named)) return null;
  const path = join(root, named === '/' ? 'index.html' : named);
  return path.startsWith(root + sep) ? path : null;
}

function decodePath(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

async function readFileIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes(errorCode(error))) return null;
    throw error;
  }
}
