// Sets the environment from which keys and the place of S3 are taken.
const before = { ...process.env }

/** Sets it: an endpoint, the home folder, which may have profiles, and other variables of AWS. What is not given is not set. */
export function setAwsEnvironment(endpoint: string, home: string, env: Record<string, string>): void {
  for (const name of Object.keys(process.env)) if (/^(AWS|GS)_/.test(name)) delete process.env[name]
  Object.assign(process.env, { HOME: home, AWS_EC2_METADATA_DISABLED: 'true', AWS_ENDPOINT_URL: endpoint }, env)
}

/** Makes it what it was when the test file began. */
export function restoreEnvironment(): void {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
}
