import { askPassword, NotAnswered } from './ask-password.ts';
import { hashPassword } from './password-hash.ts';
import { setUser, UserName, UsersFileRefused } from './users-file.ts';

/** Longest password in bytes of UTF-8. A sign-in does not check it: no hash fits a longer one. */
const maxPasswordLength = 1024;

/** Result of `add-user`: the exit code of the program and a message for the person who ran it. */
export interface AddUserResult {
  readonly exitCode: 0 | 1 | 2 | 130;
  readonly message: string;
}

/** Adds a user to a users file, or changes the password of an existing user. */
export async function addUser(
  { usersFile, name }: { usersFile: string; name: string },
  terminal: { input: NodeJS.ReadStream; write: (text: string) => void },
): Promise<AddUserResult> {
  if (!UserName.safeParse(name).success) {
    const message = 'The name of a user is 1 to 200 characters, without control characters.';
    return { exitCode: 2, message };
  }
  try {
    const password = await askPassword(terminal.input, terminal.write);
    const objection = objectionTo(password);
    if (password === null || objection !== null) {
      return { exitCode: 1, message: `${objection ?? ''} Nothing has changed.` };
    }
    const isNew = setUser(usersFile, name, await hashPassword(password));
    const change = isNew ? `User ${name} was added to` : `User ${name} has another password in`;
    return { exitCode: 0, message: `${change} ${usersFile}.` };
  } catch (error) {
    if (error instanceof NotAnswered) return { exitCode: 130, message: 'Nothing has changed.' };
    if (error instanceof UsersFileRefused) return { exitCode: 1, message: error.message };
    throw error;
  }
}

function objectionTo(password: string | null): string | null {
  if (password === null) return 'The two passwords were not the same.';
  if (password === '') return 'A password must not be empty.';
  return Buffer.byteLength(password) > maxPasswordLength
    ? `A password may have ${maxPasswordLength} bytes at most.`
    : null;
}
