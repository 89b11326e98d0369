// Reads the default chain of credentials for S3: the environment, the profile in ~/.aws, and what EKS, ECS and EC2 give to their
// processes. Each source is asked once, and again before what it gave expires. No value of it goes into a message.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StoreFailure, said } from './failure.js'

export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
  /** Milliseconds since 1970; for ever if undefined. */
  expires?: number
}

export type Environment = Readonly<Record<string, string | undefined>>

/** A section of an INI file: the settings of a profile. */
export type Profile = Readonly<Record<string, string>>

/** Credentials are renewed this many milliseconds before they expire. */
const renewal = 5 * 60_000
/** Milliseconds that the metadata service of a cloud has; elsewhere nothing answers at its address. */
const metadataTimeout = 1000

/** The sections of a file of ~/.aws; none where there is no such file. */
async function sections(path: string): Promise<Map<string, Record<string, string>>> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw new StoreFailure(`cannot read ${path}: ${(error as Error).message}`, { hint: 'Check its permissions' })
  }
  const found = new Map<string, Record<string, string>>()
  let section: Record<string, string> = {}
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[\s*(?:profile\s+)?([^\]]+?)\s*\]/.exec(line)
    if (header) {
      section = found.get(header[1]!) ?? {}
      found.set(header[1]!, section)
      continue
    }
    // A line that is indented belongs to the setting before it.
    const [, key, value] = /^([^\s#;=][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (key) section[key] = value!
  }
  return found
}

/** The settings of the profile that the environment names, of both files of ~/.aws. */
export async function readProfile(env: Environment): Promise<Profile> {
  const name = env.AWS_PROFILE ?? env.AWS_DEFAULT_PROFILE ?? 'default'
  const home = join(env.HOME ?? homedir(), '.aws')
  const files = [
    env.AWS_CONFIG_FILE ?? join(home, 'config'),
    env.AWS_SHARED_CREDENTIALS_FILE ?? join(home, 'credentials'),
  ]
  const found = await Promise.all(files.map(async (path) => (await sections(path)).get(name)))
  if (name !== 'default' && found.every((one) => !one)) {
    throw new StoreFailure(`there is no profile '${name}' in ${files.join(' or ')}`, {
      hint: 'Correct AWS_PROFILE, or add the profile: `aws configure --profile NAME`',
    })
  }
  return { ...found[0], ...found[1] }
}

interface Given {
  AccessKeyId?: string
  SecretAccessKey?: string
  SessionToken?: string
  Token?: string
  Expiration?: string
}

function taken(given: Given, source: string): Credentials {
  const { AccessKeyId, SecretAccessKey, SessionToken, Token, Expiration } = given
  if (!AccessKeyId || !SecretAccessKey) throw new StoreFailure(`${source} gives no credentials`)
  const sessionToken = SessionToken ?? Token
  const expires = Expiration ? Date.parse(Expiration) : Number.NaN
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    ...(sessionToken && { sessionToken }),
    ...(expires > 0 && { expires }),
  }
}

const maxAnswered = 2 ** 16

/** Asks a service for credentials. A redirect would take tokens to another host. */
async function ask(url: string, source: string, init: RequestInit = {}, timeout = 5000): Promise<string> {
  let text = ''
  let response: Response
  try {
    response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeout) })
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString('latin1')
      if (text.length > maxAnswered) break
    }
  } catch (error) {
    throw new StoreFailure(`${source} does not answer: ${(error as Error).message}`, { passing: true })
  }
  if (!response.ok) throw new StoreFailure(said(`${source} answers ${response.status} ${response.statusText}`))
  return text
}

/** Credentials of a JSON text. The parser's message would repeat a part of it. */
function parsed(text: string, source: string): Credentials {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw new StoreFailure(`${source} gives no JSON`)
  }
  return taken((given ?? {}) as Given, source)
}

/** The token in a file that the environment names. */
async function tokenOf(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw new StoreFailure(`cannot read ${file}: ${(error as Error).message}`, { hint: 'Check its permissions' })
  }
}

const fromEnvironment = (env: Environment): Credentials | undefined => {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: token } = env
  return id && secret ? { accessKeyId: id, secretAccessKey: secret, ...(token && { sessionToken: token }) } : undefined
}

async function fromProfile(profile: Profile): Promise<Credentials | undefined> {
  const { aws_access_key_id: id, aws_secret_access_key: secret, aws_session_token: token } = profile
  if (id && secret) return { accessKeyId: id, secretAccessKey: secret, ...(token && { sessionToken: token }) }
  const { credential_process: command } = profile
  if (!command) return undefined
  const source = 'credential_process of the profile'
  try {
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command], { timeout: 60_000 })
    return parsed(stdout, source)
  } catch (error) {
    // The message of a failed command repeats what it has printed.
    if (error instanceof StoreFailure) throw error
    throw new StoreFailure(`${source} has failed`, { hint: 'Run the command in a shell to see why' })
  }
}

/** The role of a service account in EKS. */
async function fromWebIdentity(env: Environment, region: string): Promise<Credentials | undefined> {
  const { AWS_WEB_IDENTITY_TOKEN_FILE: file, AWS_ROLE_ARN: role } = env
  if (!file || !role) return undefined
  const query = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: role,
    RoleSessionName: env.AWS_ROLE_SESSION_NAME ?? 'penstock',
    WebIdentityToken: await tokenOf(file),
  })
  const endpoint = env.AWS_ENDPOINT_URL_STS ?? `https://sts.${region}.amazonaws.com`
  const text = await ask(`${endpoint}/`, 'the token service', { method: 'POST', body: query })
  const field = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]
  const names = ['AccessKeyId', 'SecretAccessKey', 'SessionToken', 'Expiration'] as const
  return taken(Object.fromEntries(names.map((name) => [name, field(name)])), 'the token service')
}

/** The role of a task in ECS, or of a pod in EKS. */
async function fromContainer(env: Environment): Promise<Credentials | undefined> {
  const { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: relative, AWS_CONTAINER_CREDENTIALS_FULL_URI: full } = env
  const url = relative ? `http://169.254.170.2${relative}` : full
  if (!url) return undefined
  const file = env.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE
  const token = file ? await tokenOf(file) : env.AWS_CONTAINER_AUTHORIZATION_TOKEN
  const source = "the container's credentials service"
  return parsed(await ask(url, source, token ? { headers: { authorization: token } } : {}), source)
}

/** The role of a machine in EC2. Elsewhere there is no metadata service, so its silence is no error. */
async function fromMachine(env: Environment): Promise<Credentials | undefined> {
  if (env.AWS_EC2_METADATA_DISABLED?.toLowerCase() === 'true') return undefined
  const base = `${env.AWS_EC2_METADATA_SERVICE_ENDPOINT ?? 'http://169.254.169.254'}/latest`
  const source = 'the metadata service'
  try {
    const wanted = { 'x-aws-ec2-metadata-token-ttl-seconds': '21600' }
    const token = await ask(`${base}/api/token`, source, { method: 'PUT', headers: wanted }, metadataTimeout)
    const headers = { 'x-aws-ec2-metadata-token': token }
    const roles = `${base}/meta-data/iam/security-credentials/`
    const [role] = (await ask(roles, source, { headers }, metadataTimeout)).split('\n')
    return parsed(await ask(roles + role, source, { headers }, metadataTimeout), source)
  } catch {
    return undefined
  }
}

/** Finds credentials, and keeps them until shortly before they expire. Undefined where there are none. */
export class CredentialChain {
  private found: Promise<Credentials | undefined> | undefined
  private expires = Number.POSITIVE_INFINITY

  constructor(
    private readonly env: Environment,
    private readonly profile: () => Promise<Profile>,
    private readonly region: () => Promise<string>,
  ) {}

  get(): Promise<Credentials | undefined> {
    if (this.found && Date.now() < this.expires) return this.found
    this.expires = Number.POSITIVE_INFINITY
    const found = this.look()
    this.found = found
    found.then(
      (credentials) => {
        this.expires = (credentials?.expires ?? Number.POSITIVE_INFINITY) - renewal
      },
      () => {
        // The next request asks again.
        this.found = undefined
      },
    )
    return found
  }

  private async look(): Promise<Credentials | undefined> {
    const { env } = this
    return (
      fromEnvironment(env) ??
      (await fromProfile(await this.profile())) ??
      (await fromWebIdentity(env, await this.region())) ??
      (await fromContainer(env)) ??
      fromMachine(env)
    )
  }
}
