/** The browser's side of passkeys; a chunk of its own, loaded when a member uses one. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";

export async function createPasskey(question: unknown): Promise<unknown> {
  return await startRegistration({ optionsJSON: question as PublicKeyCredentialCreationOptionsJSON });
}

export async function answerWithPasskey(question: unknown): Promise<unknown> {
  return await startAuthentication({ optionsJSON: question as PublicKeyCredentialRequestOptionsJSON });
}
