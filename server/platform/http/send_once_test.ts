/** Requests over a real socket to a service that closes the connection instead of answering. */
import { it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { startClosingService } from "../../../tests/support/hostile/closing_service.ts";
import { sendOnce } from "./send_once.ts";

for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
  it(`SECURITY R1: a ${method} whose answer is lost arrived once, also where an earlier one was answered`, async () => {
    using service = startClosingService();
    const send = async () => await (await sendOnce(new Request(service.base, { method }))).text();
    assertEquals(await send(), "{}");
    service.closeOnce();
    await assertRejects(send, TypeError);
    assertEquals(service.received, [method, method]);
    assertEquals(await send(), "{}");
  });
}
