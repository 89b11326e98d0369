// Linux only: SO_PEERCRED and SCM_RIGHTS. A file system without locks counts as one whose files are not locked.
#include "bridge/socket.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "core/error.h"

namespace penstock::bridge {

Peer peer_of(int socket) {
  ucred credentials{};
  socklen_t size = sizeof credentials;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a Unix socket as descriptor %d but received: %s", socket,
         std::strerror(errno));
  }
  return {credentials.pid, credentials.uid};
}

bool lock_file(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK; }

void close_on_exec(int descriptor) { fcntl(descriptor, F_SETFD, fcntl(descriptor, F_GETFD) | FD_CLOEXEC); }

ssize_t send_bytes(int socket, const uint8_t* bytes, size_t count, const std::vector<int>& descriptors) {
  iovec part{const_cast<uint8_t*>(bytes), count};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  std::vector<uint64_t> control;
  if (!descriptors.empty()) {
    const size_t payload = descriptors.size() * sizeof(int);
    control.resize((CMSG_SPACE(payload) + sizeof(uint64_t) - 1) / sizeof(uint64_t));
    message.msg_control = control.data();
    message.msg_controllen = CMSG_SPACE(payload);
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(payload);
    std::memcpy(CMSG_DATA(header), descriptors.data(), payload);
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  if (sent >= 0) return sent;
  // ETOOMANYREFS: the peer has not yet taken the descriptors that were sent before.
  if (errno == EAGAIN || errno == ENOBUFS || errno == ETOOMANYREFS) return 0;
  if (errno == EPIPE || errno == ECONNRESET || errno == ENOTCONN || errno == EBADF) return -1;
  fail(ErrorCode::INTERNAL, "sendmsg failed: %s", std::strerror(errno));
}

}  // namespace penstock::bridge
